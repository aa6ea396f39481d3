import { MADE_UP } from '../ask.ts';
import { differs, type Finding, holds, isAnswer, told } from '../finding.ts';
import { TOKEN_LIFE_MAX_MS } from '../guard.ts';
import { notMeasured } from '../not-measured.ts';
import { cdrPath } from '../records.ts';
import type { Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';

const stated = rowsOf(3);

/** How far two clocks may be apart. */
const CLOCKS_APART_MS = 600_000;
/** Long enough for a token with a lifetime of 1 millisecond to expire. */
const SURELY_OVER_MS = 3_000;

async function someCdrId(run: Run): Promise<string> {
  return (await run.records.pick('record', () => true)).cdrId;
}

async function shareOf(run: Run, cdrId: string) {
  return run.tokens.share(cdrId, TOKEN_LIFE_MAX_MS);
}

async function expired(run: Run): Promise<Finding> {
  if (run.materials.expiredToken !== undefined) {
    const answer = await run.receive(await run.tokens.given('expiredToken'));
    return holds(isAnswer(answer, 410, 'GONE'), answer);
  }
  if (run.tier < 3) notMeasured('materials.expiredToken was not given, and the tier is below 3');
  const { answer: share, token } = await run.tokens.shareFor(await someCdrId(run), 1);
  if (token === undefined) return differs(share);
  await run.waitUntil(run.clock.now() + SURELY_OVER_MS);
  const answer = await run.receive(token);
  return holds(isAnswer(answer, 410, 'GONE'), answer);
}

/** Returns a check that uses a record from `materials`. */
function material(
  name: 'pendingCdrId' | 'invalidCdrId',
  check: (run: Run, cdrId: string) => Promise<Finding>,
) {
  return async (run: Run): Promise<Finding> => {
    const cdrId = run.materials[name];
    if (cdrId === undefined) return notMeasured(`materials.${name} was not given`);
    return check(run, cdrId);
  };
}

const GIVEN = 'A record that was passed in.';
const reads = rowsOf(1);

function isListed({ account }: Run, cdrId: string): Finding {
  const isThere = account.entries.some((each) => each.cdrId === cdrId);
  return holds(!isThere, 'it is in a list');
}

/** Shares (spec §4.5) for at most 60 seconds, and records that two clients cannot create. */
export const shareStatements = [
  stated('4.5', 'Each call issues a new token.', 'Two shares of one record.', async (run) => {
    const cdrId = await someCdrId(run);
    const [one, other] = [await shareOf(run, cdrId), await shareOf(run, cdrId)];
    if (one.token === undefined) return differs(one.answer);
    return holds(one.token !== other.token, 'one token twice');
  }),
  stated('2.5', 'expiresAt is in Unix milliseconds.', 'A share for 60 seconds.', async (run) => {
    const { answer } = await shareOf(run, await someCdrId(run));
    const expiresAt = answer.data?.['expiresAt'];
    if (typeof expiresAt !== 'number') return differs(answer);
    const off = Math.abs(expiresAt - (run.clock.now() + TOKEN_LIFE_MAX_MS));
    return holds(off < CLOCKS_APART_MS, 'a time that is ten minutes off');
  }),
  rowsOf(2)(
    '4.6 rule 1',
    'Receiving through an expired token is 410 GONE.',
    'A refused receive of a token that was passed in, or created for one millisecond.',
    expired,
  ),
  stated(
    '4.5',
    'Sharing a Dev Mode record is 409.',
    'A share for 60 seconds of one of the list.',
    async (run) => {
      const dev = run.account.entries.find(({ members }) => members['devMode'] === true);
      if (dev === undefined) notMeasured('the sender has no Dev Mode record');
      const { answer } = await shareOf(run, dev.cdrId);
      return holds(isAnswer(answer, 409, 'CDR_DEV_MODE'), answer);
    },
  ),
  stated('7', 'Sharing an unknown record is 404.', 'A share of a made-up record.', async (run) => {
    const { answer } = await shareOf(run, MADE_UP);
    return holds(isAnswer(answer, 404, 'NOT_FOUND'), answer);
  }),
  reads(
    '4.3',
    'An invalid record is 410 CDR_INVALID.',
    GIVEN,
    material('invalidCdrId', async (run, cdrId) => {
      const answer = await run.get(cdrPath(cdrId));
      return holds(isAnswer(answer, 410, 'CDR_INVALID'), answer);
    }),
  ),
  reads(
    '4.2 rule 5',
    'An invalid record is in no list.',
    GIVEN,
    material('invalidCdrId', async (run, cdrId) => isListed(run, cdrId)),
  ),
  rowsOf(3, 'chosen')(
    '3',
    'Sharing an invalid record is 410, before Dev Mode.',
    GIVEN,
    material('invalidCdrId', async (run, cdrId) => {
      const { answer } = await shareOf(run, cdrId);
      return holds(isAnswer(answer, 410, 'CDR_INVALID'), answer);
    }),
  ),
  reads(
    '4.3',
    'A record that is not rendered is 404 until it is.',
    GIVEN,
    material('pendingCdrId', async (run, cdrId) => {
      const answer = await run.get(cdrPath(cdrId));
      if (answer.data !== undefined) notMeasured('the record has already been rendered');
      return isAnswer(answer, 404, 'NOT_FOUND') ? told(undefined) : differs(answer);
    }),
  ),
  reads(
    '4.2',
    'A record that is not rendered is in no list.',
    GIVEN,
    material('pendingCdrId', async (run, cdrId) => isListed(run, cdrId)),
  ),
];

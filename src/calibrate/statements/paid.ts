import type { Answer } from '../answer.ts';
import { listOf, membersOf } from '../answer.ts';
import { differs, type Finding, holds, isAnswer } from '../finding.ts';
import { TOKEN_LIFE_MAX_MS } from '../guard.ts';
import { notMeasured } from '../not-measured.ts';
import { failuresOf, type Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';
import { firstCollectOf } from '../stories/first-collect.ts';
import { type Handoff, handoffOf } from '../stories/handoff.ts';

const stated = rowsOf(4);
/** Statements that tier 2 checks with a token that was passed in. Tier 4 creates its own. */
const given = rowsOf(2);

/** How far two clocks may be apart. */
const CLOCKS_APART_MS = 2_000;

const HANDOFF = 'One receive that succeeds, of a record that the sender paid for.';
const AFTER = 'Nothing more: what the receiver sees after that receive is checked.';
const COLLECT = 'One collect, of a record that the sender captured and has not paid for.';

const cdrOf = ({ data }: Answer) => membersOf(data?.['cdr']);

/** Returns a check that uses the handoff of the run. */
function onHandoff(check: (handoff: Handoff, run: Run) => Finding | Promise<Finding>) {
  return async (run: Run): Promise<Finding> => check(await handoffOf(run), run);
}

function hasReceipt({ data }: Answer, { cdrId, entry }: Handoff['specimen']): boolean {
  if (data === undefined) return false;
  const { claimed, alreadyClaimed, shareEventId, ...ids } = data;
  const isOfIt = ids['cdrId'] === cdrId && ids['domainId'] === entry.domainId;
  const isEvent = typeof shareEventId === 'string' && shareEventId !== '';
  return claimed === true && alreadyClaimed === false && isEvent && isOfIt;
}

/** Returns a check of a repeated receive, with `materials.receivedToken` or the run's own handoff. */
function repeated(check: (answer: Answer) => boolean) {
  return async (run: Run): Promise<Finding> => {
    const token = run.materials.receivedToken;
    if (token === undefined && run.tier < 4) {
      notMeasured('materials.receivedToken was not given; tier 4 creates its own');
    }
    const answer = token === undefined ? (await handoffOf(run)).repeated : await run.receive(token);
    if (answer.code === 'GONE') notMeasured('the token has expired');
    return holds(check(answer), answer);
  };
}

async function secondToken(run: Run): Promise<string> {
  const token = run.materials.secondTokenOfAHeldRecord;
  if (token !== undefined) return token;
  if (run.tier < 4) {
    notMeasured('materials.secondTokenOfAHeldRecord was not given; tier 4 creates its own');
  }
  const { specimen } = await handoffOf(run);
  const share = await run.tokens.share(specimen.cdrId, TOKEN_LIFE_MAX_MS);
  return share.token ?? notMeasured(`a share returned ${share.answer.status}`);
}

const REPEAT = 'A refused receive of a token through which the receiver has received.';

/** What a successful receive (spec §4.6) and a collect (spec §4.4) change. */
export const paidStatements = [
  stated(
    '4.6',
    'claimed is always true; the answer has cdrId, domainId, alreadyClaimed and shareEventId.',
    HANDOFF,
    onHandoff(({ received, specimen }) => holds(hasReceipt(received, specimen), received)),
  ),
  stated(
    '4.6',
    'A received record is readable.',
    AFTER,
    onHandoff(({ read }) => holds(cdrOf(read) !== undefined, read)),
  ),
  stated(
    '4.6 rule 5',
    'An accepted record is delivered as if no criteria were sent.',
    AFTER,
    onHandoff(({ read, specimen }) => {
      const facts = cdrOf(read)?.['detectedDisclosureDetails'];
      const own = specimen.members['detectedDisclosureDetails'];
      return holds((facts === undefined) === (own === undefined), read);
    }),
  ),
  stated(
    '1',
    'Receiving a record collects it for the receiver.',
    AFTER,
    onHandoff(({ read }) => {
      const { collected, downloadUrl } = cdrOf(read) ?? {};
      return holds(collected === true && typeof downloadUrl === 'string', read);
    }),
  ),
  stated(
    '2.2',
    'A received record adds its domain to the receiver.',
    AFTER,
    onHandoff(({ domains, specimen }) =>
      holds(listOf(domains.data?.['domains']).includes(specimen.entry.domainId), domains),
    ),
  ),
  stated(
    '2.3',
    'guest is true where the record was shared into the account, and absent elsewhere.',
    AFTER,
    onHandoff(({ read, specimen }) =>
      holds(cdrOf(read)?.['guest'] === true && specimen.members['guest'] === undefined, read),
    ),
  ),
  stated(
    '2.5',
    'A token is not consumed by use.',
    AFTER,
    onHandoff(({ repeated: again }) => holds(again.data?.['claimed'] === true, again)),
  ),
  given(
    '4.6 rule 2',
    'On a repeat the criteria are not evaluated.',
    REPEAT,
    repeated(({ data }) => data?.['alreadyClaimed'] === true),
  ),
  given(
    '4.6 rule 2',
    'On a repeat shareEventId is the empty string.',
    REPEAT,
    repeated(({ data }) => data?.['shareEventId'] === ''),
  ),
  given(
    '4.6',
    'Already received is judged by organization and token: a second token is a fresh handoff.',
    'A refused receive of another token of a record that the receiver holds.',
    async (run) => {
      const answer = await run.receive(await secondToken(run));
      if (answer.code === 'GONE') notMeasured('the token has expired');
      return holds(failuresOf(answer) !== undefined, answer);
    },
  ),
  stated(
    '4.4',
    'alreadyCollected is true however access was gained.',
    'One collect by the receiver, of the record that it received.',
    onHandoff(async ({ specimen }, run) => {
      const answer = await run.paid.collect('collectReceived', specimen.cdrId);
      return holds(answer.data?.['alreadyCollected'] === true, answer);
    }),
  ),
  stated(
    '4.4',
    'collected is always true; alreadyCollected is false on the first collect.',
    COLLECT,
    async (run) => {
      const { collected } = await firstCollectOf(run);
      const { data } = collected;
      return holds(data?.['collected'] === true && data['alreadyCollected'] === false, collected);
    },
  ),
  stated('3', 'Collecting gives download access.', COLLECT, async (run) => {
    const { collected, read } = await firstCollectOf(run);
    if (collected.data === undefined) return differs(collected);
    return holds(typeof cdrOf(read)?.['downloadUrl'] === 'string', read);
  }),
  stated(
    '4.6 rule 1',
    'Expiry is judged before whether the record was received.',
    'A refused receive of the token through which the receiver has received, once it has expired.',
    onHandoff(async ({ token, endsAt }, run) => {
      await run.waitUntil(endsAt + CLOCKS_APART_MS);
      const answer = await run.receive(token);
      return holds(isAnswer(answer, 410, 'GONE'), answer);
    }),
  ),
];

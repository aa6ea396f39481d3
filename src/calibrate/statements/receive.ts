import { MAX_AGE_SECONDS_MAX } from '../../contract/limits.ts';
import { listOf, membersOf } from '../answer.ts';
import { MADE_UP } from '../ask.ts';
import { differs, type Finding, holds, isAnswer, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import { cdrPath } from '../records.ts';
import { REFUSAL_RULE, refusingCriteria } from '../refusal.ts';
import { failuresOf, type Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';
import { judgesBodyFirst } from './body-first.ts';

const stated = rowsOf(2);
const chosen = rowsOf(2, 'chosen');

/** Sends a wrong body, with criteria that would refuse the receive anyway. */
async function wrongBody(run: Run, wrong: object) {
  const body = { acceptance: refusingCriteria(run.phrase), ...wrong };
  const answer = await run.receiveNothing(body);
  if (isAnswer(answer, 404, 'NOT_FOUND') && !(await judgesBodyFirst(run))) {
    notMeasured(
      'the service checks the token before the body, and such a body is never sent with a real token',
    );
  }
  return answer;
}

async function refused(run: Run, wrong: object): Promise<Finding> {
  const answer = await wrongBody(run, wrong);
  return holds(isAnswer(answer, 400, 'INVALID_ARGUMENT'), answer);
}

const MADE_UP_TOKEN = 'A receive of a made-up token with such a body.';
const REFUSED = 'A receive that must be refused, of a share token.';

/** Sends a refused receive of a record that the receiver does not hold. */
async function refusedReceive(run: Run) {
  const { cdrId } = await run.records.pick('record', () => true);
  const answer = await run.receive(await run.tokens.of(cdrId));
  if (failuresOf(answer) === undefined) return { cdrId, answer, isRefused: false };
  return { cdrId, answer, isRefused: true };
}

/** Receives (spec §4.6), checked with receives that must be refused. */
export const receiveStatements = [
  stated(
    '4.6',
    'A key of the body other than collect and acceptance is 400.',
    MADE_UP_TOKEN,
    (run) => refused(run, { [MADE_UP]: 1 }),
  ),
  stated('4.6', 'The refusal names that key.', MADE_UP_TOKEN, async (run) => {
    const answer = await wrongBody(run, { [MADE_UP]: 1 });
    if (!isAnswer(answer, 400, 'INVALID_ARGUMENT')) return differs(answer);
    return holds(answer.text.includes(MADE_UP), 'a refusal without the name');
  }),
  stated('4.6', 'A collect that is no boolean is 400.', MADE_UP_TOKEN, (run) =>
    refused(run, { collect: 'true' }),
  ),
  stated('4.6', 'A collect of null is 400.', MADE_UP_TOKEN, (run) =>
    refused(run, { collect: null }),
  ),
  chosen('4.6', 'The body is judged before the token.', MADE_UP_TOKEN, async (run) => {
    const answer = await run.receiveNothing({ [MADE_UP]: 1 });
    return holds(isAnswer(answer, 400, 'INVALID_ARGUMENT'), answer);
  }),
  chosen(
    '1',
    'A body that is not JSON is 400 on receive and share.',
    MADE_UP_TOKEN,
    async (run) => {
      const answer = await run.receiveNothing('{');
      return holds(isAnswer(answer, 400, 'INVALID_ARGUMENT'), answer);
    },
  ),
  chosen('1', 'A body that is a list is 400.', MADE_UP_TOKEN, async (run) => {
    const answer = await run.receiveNothing('[]');
    return holds(isAnswer(answer, 400, 'INVALID_ARGUMENT'), answer);
  }),
  stated('4.6', 'An unknown token is 404.', 'A receive of a made-up token.', async (run) => {
    const answer = await run.receiveNothing({ acceptance: refusingCriteria(run.phrase) });
    return holds(isAnswer(answer, 404, 'NOT_FOUND'), answer);
  }),
  stated(
    '1',
    'Every POST body is optional.',
    'A receive of a made-up token without a body.',
    async (run) => {
      const answer = await run.receiveNothing();
      return holds(isAnswer(answer, 404, 'NOT_FOUND'), answer);
    },
  ),
  stated('4.6 rule 4', 'A token of the own organization is 400.', REFUSED, async (run) => {
    const answer = await run.receive(await run.tokens.any(), {}, { as: 'sender' });
    return holds(isAnswer(answer, 400, 'INVALID_ARGUMENT'), answer);
  }),
  stated(
    '4.6 rule 5',
    'A record refused by criteria is not saved and not charged.',
    'A refused receive, and then a read of the record as the receiver.',
    async (run) => {
      const { cdrId, answer, isRefused } = await refusedReceive(run);
      if (!isRefused) return differs(answer);
      const read = await run.get(cdrPath(cdrId), {}, 'receiver');
      return holds(isAnswer(read, 404, 'NOT_FOUND'), read);
    },
  ),
  stated(
    '4.6 rule 5',
    'A refused receive adds no domain.',
    'The domains of the receiver after one.',
    async (run) => {
      const { answer, isRefused } = await refusedReceive(run);
      if (!isRefused) return differs(answer);
      const { data } = await run.get('/v1/domains', {}, 'receiver');
      const domains = listOf(data?.['domains']);
      const before = run.receiverAccount.domains;
      return holds(
        domains.length === before.length,
        `${domains.length} in place of ${before.length}`,
      );
    },
  ),
  stated(
    '4.6 rule 5',
    'A refusal by criteria leaves the token usable.',
    'Two refused receives.',
    async (run) => {
      const token = await run.tokens.any();
      for (let count = 0; count < 2; count += 1) {
        const answer = await run.receive(token);
        if (failuresOf(answer) === undefined) return differs(answer);
      }
      return told(undefined);
    },
  ),
  stated(
    '9',
    'The older receive path is still supported.',
    'A refused receive by both paths.',
    async (run) => {
      const token = await run.tokens.any();
      const [plain, claim] = [
        await run.receive(token),
        await run.receive(token, {}, { claim: true }),
      ];
      return holds(plain.status === claim.status && plain.code === claim.code, claim);
    },
  ),
  stated('7.1', 'A refusal lists the unmet rules alone.', REFUSED, async (run) => {
    const failures = failuresOf(
      await run.receive(await run.tokens.any(), {
        record: { maxAgeSeconds: MAX_AGE_SECONDS_MAX },
        disclosure: { requirePresent: false },
      }),
    );
    if (failures === undefined) return differs('no refusal');
    return holds([...failures.keys()].join() === REFUSAL_RULE, `${failures.size} rules`);
  }),
  chosen(
    '7.1',
    'Unmet text rules of a list are listed in the order of the request.',
    REFUSED,
    async (run) => {
      const disclosure = {
        requiredText: [{ ruleId: 'calibrate.second', anyOf: [`${run.phrase} too`] }],
      };
      const answer = await run.receive(await run.tokens.any(), { disclosure });
      const failures = listOf(membersOf(answer.error?.['details'])?.['failures']);
      const rules = failures.map((each) => String(membersOf(each)?.['ruleId']));
      if (rules.length === 1) notMeasured('the record has no consent facts');
      return holds(rules.join() === `${REFUSAL_RULE},calibrate.second`, 'another order');
    },
  ),
];

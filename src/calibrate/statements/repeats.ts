import type { Answer } from '../answer.ts';
import { type Finding, holds } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import { failuresOf, type Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';

const stated = rowsOf(2);

/** Returns a check of the run's one receive with `materials.receivedToken`. */
function repeated(check: (answer: Answer) => boolean) {
  return async (run: Run): Promise<Finding> => {
    const answer = await run.receives.repeat();
    if (answer.code === 'GONE') notMeasured('the token has expired');
    return holds(check(answer), answer);
  };
}

/** A second token of a record that the receiver holds: one more receive that must be refused. */
export const secondTokenStatements = [
  stated(
    '4.6',
    'Already received is judged by organization and token: a second token is a fresh handoff.',
    'A refused receive of another token of a record that the receiver holds.',
    async (run) => {
      const answer = await run.receive(await run.tokens.given('secondTokenOfAHeldRecord'));
      if (answer.code === 'GONE') notMeasured('the token has expired');
      return holds(failuresOf(answer) !== undefined, answer);
    },
  ),
];

const REPEAT =
  'The last receive of the run, with criteria that refuse: of a token through which the receiver has received.';

/** What a repeated receive returns (spec §4.6 rule 2). It succeeds, so it is the last receive. */
export const repeatStatements = [
  stated(
    '4.6 rule 2',
    'On a repeat the criteria are not evaluated.',
    REPEAT,
    repeated(({ data }) => data?.['alreadyClaimed'] === true),
  ),
  stated(
    '4.6 rule 2',
    'On a repeat shareEventId is the empty string.',
    REPEAT,
    repeated(({ data }) => data?.['shareEventId'] === ''),
  ),
];

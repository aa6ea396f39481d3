import type { Entry } from '../../../src/calibrate/account.ts';
import type { Ask } from '../../../src/calibrate/ask.ts';
import { accountOf, craftedRun, isReceive, type Reply, rightService } from './crafted-run.ts';

export type RunOptions = Parameters<typeof craftedRun>[1];

/** Makes a run on the small service with these records, of which `instead` answers a part. */
export function partly(
  entries: readonly Entry[],
  instead: (ask: Ask) => Reply | undefined,
  options: RunOptions = {},
) {
  const right = rightService(entries);
  const made = craftedRun((ask) => instead(ask) ?? right(ask), {
    ...{ account: accountOf(entries), ...options },
  });
  const sent = () => made.asked.filter(isReceive);
  return { ...made, sent, bodies: () => sent().map(({ body }) => body) };
}

import { isAnswer } from '../finding.ts';
import type { Run } from '../run.ts';

/** Bodies that are each wrong in a different way. */
const WRONG = ['{', { calibrate: 1 }, { collect: 1 }];

const known = new WeakMap<Run, Promise<boolean>>();

async function ask(run: Run): Promise<boolean> {
  for (const body of WRONG) {
    if (isAnswer(await run.receiveNothing(body), 400, 'INVALID_ARGUMENT')) return true;
  }
  return false;
}

/** Returns whether a wrong body is reported for a made-up token. Asks once for each run. */
export function judgesBodyFirst(run: Run): Promise<boolean> {
  const asked = known.get(run) ?? ask(run);
  known.set(run, asked);
  return asked;
}

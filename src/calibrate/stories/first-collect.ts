import type { Answer } from '../answer.ts';
import { TOKEN_LIFE_MAX_MS } from '../guard.ts';
import { notMeasured } from '../not-measured.ts';
import { cdrPath, type Specimen } from '../records.ts';
import { failuresOf, type Run } from '../run.ts';

/** One record that the sender collects, and a receive of it with a token from before the collect. */
export interface FirstCollect {
  /** The record, as the sender read it before. */
  readonly specimen: Specimen;
  readonly collected: Answer;
  /** The record, as the sender read it afterwards. */
  readonly read: Answer;
  /**
   * A receive with `collect: false` and a token from before the collect. Absent if the service refuses
   * `collect: false`, if the collect failed, or if `maxCharges` has nothing left for it.
   */
  readonly deferred?: Answer;
}

const known = new WeakMap<Run, Promise<FirstCollect>>();

/** Tests with a refused receive whether the service accepts `collect: false`. */
async function takesDeferred(run: Run): Promise<boolean> {
  return (
    failuresOf(await run.receive(await run.tokens.any(), {}, { collect: false })) !== undefined
  );
}

async function collectFirst(run: Run): Promise<FirstCollect> {
  run.paid.need('collect');
  const specimen = await run.records.pickUnpaid();
  const isTaken = await takesDeferred(run);
  const { answer, token } = await run.tokens.share(specimen.cdrId, TOKEN_LIFE_MAX_MS);
  if (token === undefined) notMeasured(`a share returned ${answer.status}`);
  const collected = await run.paid.collect('collect', specimen.cdrId);
  if (collected.code?.startsWith('PASSTHROUGH_') === true) {
    notMeasured('the sender has no billing, so it cannot collect');
  }
  const read = await run.get(cdrPath(specimen.cdrId));
  // Do this right away, because the token expires soon.
  const mayLand = isTaken && collected.data?.['collected'] === true && run.paid.charges.left > 0;
  const deferred = mayLand && (await run.paid.receive('receiveDeferred', token, specimen));
  return { specimen, collected, read, ...(deferred && { deferred }) };
}

/**
 * Collects one record that the sender has not paid for, once in a run: one charge.
 *
 * @throws NotMeasured if the sender has no such record, or `maxCharges` has nothing left.
 */
export function firstCollectOf(run: Run): Promise<FirstCollect> {
  const story = known.get(run) ?? collectFirst(run);
  known.set(run, story);
  return story;
}

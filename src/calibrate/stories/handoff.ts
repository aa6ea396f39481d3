import type { Answer } from '../answer.ts';
import { TOKEN_LIFE_MAX_MS } from '../guard.ts';
import { notMeasured } from '../not-measured.ts';
import { cdrPath, type Specimen } from '../records.ts';
import type { Run } from '../run.ts';

/** One record that the receiver received, and the responses about it from then on. */
export interface Handoff {
  /** The record, as the sender read it before. */
  readonly specimen: Specimen;
  readonly token: string;
  /** An instant by which the token has expired. */
  readonly endsAt: number;
  /** The successful receive. */
  readonly received: Answer;
  /** A second receive with the same token, with criteria that would refuse it. */
  readonly repeated: Answer;
  /** The record, as the receiver read it. */
  readonly read: Answer;
  /** The receiver's domains. */
  readonly domains: Answer;
}

const known = new WeakMap<Run, Promise<Handoff>>();

/** Ends the probe if the receive failed: without a handoff there is nothing to check. */
function landed(received: Answer): void {
  const { status, code = '' } = received;
  if (received.data !== undefined || status < 400) return;
  notMeasured(`the receive that should succeed returned ${status} ${code}`.trim());
}

async function handOff(run: Run): Promise<Handoff> {
  run.paid.need('receive');
  const specimen = await run.records.pick('record', () => true);
  const { answer, token } = await run.tokens.share(specimen.cdrId, TOKEN_LIFE_MAX_MS);
  if (token === undefined) notMeasured(`a share returned ${answer.status}`);
  const endsAt = run.clock.now() + TOKEN_LIFE_MAX_MS;
  const received = await run.paid.receive('receive', token, specimen);
  landed(received);
  const repeated = await run.receive(token);
  const read = await run.get(cdrPath(specimen.cdrId), {}, 'receiver');
  const domains = await run.get('/v1/domains', {}, 'receiver');
  return { specimen, token, endsAt, received, repeated, read, domains };
}

/**
 * Lets the receiver receive one record, once in a run. The sender has paid for it, so according to the
 * documentation no one is charged (spec §4.6 rule 9).
 *
 * @throws NotMeasured below tier 4, and if `maxCharges` has nothing left.
 */
export function handoffOf(run: Run): Promise<Handoff> {
  if (run.tier < 4) notMeasured('requires tier 4');
  const story = known.get(run) ?? handOff(run);
  known.set(run, story);
  return story;
}

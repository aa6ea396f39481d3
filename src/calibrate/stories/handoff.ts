import type { Answer } from '../answer.ts';
import { TOKEN_LIFE_MAX_MS } from '../guard.ts';
import { notMeasured } from '../not-measured.ts';
import { cdrPath, type Specimen } from '../records.ts';
import type { Run } from '../run.ts';

/** One record that is handed to the receiver, and what can be seen of it from then on. */
export interface Handoff {
  /** As the sender read it before. */
  readonly specimen: Specimen;
  readonly token: string;
  /** The token is over by then. */
  readonly endsAt: number;
  /** The receive that landed. */
  readonly received: Answer;
  /** A receive by the same token, with criteria that would refuse it. */
  readonly repeated: Answer;
  /** The record, as the receiver reads it. */
  readonly read: Answer;
  /** The receiver's domains. */
  readonly domains: Answer;
}

const known = new WeakMap<Run, Promise<Handoff>>();

/** No service can be asked about a record that it did not hand over. */
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
 * Hands one record over, once in a run: one that the sender has paid for, so that by the documentation
 * no one is charged (spec §4.6 rule 9).
 *
 * @throws NotMeasured below tier 4, and where `maxCharges` has nothing left.
 */
export function handoffOf(run: Run): Promise<Handoff> {
  if (run.tier < 4) notMeasured('requires tier 4');
  const story = known.get(run) ?? handOff(run);
  known.set(run, story);
  return story;
}

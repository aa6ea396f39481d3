import { UNIT_MS } from '../../../src/contract/limits.ts';
import type { Cdr } from '../../../src/index.ts';
import { NotReproducible, pageOf } from './page-of.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** The account's own name in a seed. */
export const ACCOUNT = 'account';
/** A seed has at most 100 organizations. */
const PRODUCERS_MAX = 99;
/** A device's clock that is further off says nothing about how long processing took. */
const RENDERING_MAX_MS = UNIT_MS.days;

/** Why a record is not in the seed. */
export type LeftOut = 'facts' | 'receivedUncollected' | 'producers' | 'gone';

/** One record as entries of a seed. */
export interface Entries {
  readonly capture: Readonly<Record<string, unknown>>;
  readonly collect?: object;
  readonly share?: object;
  /** The organization that captured it, if it is not the account. */
  readonly producer?: string;
  readonly acknowledged: boolean;
}

/** Returns the organization that captured a record, or why it cannot be in the seed. */
function producerOf(pseudonyms: Pseudonyms, cdr: Cdr): { id: string } | LeftOut {
  if (!cdr.guest) return { id: ACCOUNT };
  // In the fake, as in the service, who receives a record collects it.
  if (!cdr.collected) return 'receivedUncollected';
  const number = pseudonyms.of('producer', cdr.producerOrgId ?? '');
  return number > PRODUCERS_MAX ? 'producers' : { id: `producer${number}` };
}

/** Returns when it was captured, and how long processing took, as far as the record says. */
function agesOf({ createdAt, capturedAt }: Cdr, now: number): { age: number; render?: object } {
  const age = Math.max(0, now - createdAt);
  const afterMs = createdAt - capturedAt;
  if (!(afterMs > 0 && afterMs <= RENDERING_MAX_MS) || age === 0) return { age };
  return { age: age + afterMs, render: { afterMs } };
}

/** Returns a record as entries of a seed that is played at `now`, or why it is left out. */
export function entriesOf(pseudonyms: Pseudonyms, cdr: Cdr, now: number): Entries | LeftOut {
  const number = pseudonyms.of('record', cdr.cdrId);
  const producer = producerOf(pseudonyms, cdr);
  if (typeof producer === 'string') return producer;
  const name = `cdr_pulled_${String(number).padStart(5, '0')}`;
  const { age, render } = agesOf(cdr, now);
  const acknowledged = cdr.webhookSuccessfullySentAt !== undefined;
  const isOwn = producer.id === ACCOUNT;
  try {
    const page = { ...pageOf(pseudonyms, cdr), ...(render && { render }) };
    const delivery = isOwn ? { delivery: acknowledged ? 'acknowledged' : 'failing' } : {};
    const capture = { organization: producer.id, name, cdrId: name, age, page, ...delivery };
    const done = Math.max(0, now - cdr.createdAt);
    const collect = { capture: name, organization: ACCOUNT, age: done };
    const share = { capture: name, from: producer.id, age: done, receivedBy: [ACCOUNT] };
    return {
      capture,
      acknowledged: isOwn && acknowledged,
      ...(isOwn && cdr.collected && { collect }),
      ...(!isOwn && { share, producer: producer.id }),
    };
  } catch (error) {
    if (error instanceof NotReproducible) return 'facts';
    throw error;
  }
}

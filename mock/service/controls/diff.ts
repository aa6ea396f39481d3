import { jsonText } from '../../../src/texts/json-text.ts';
import type { Key, Rows } from '../../ground/table.ts';
import type { StoredCdr } from '../../world/entities.ts';
import type { World } from '../../world/world.ts';
import { type Snapshot, worldOf } from './state.ts';

/** What a change is about. `holding`: a record in an account; `access`: permission to download. */
export type ChangeSubject =
  | 'organization'
  | 'apiKey'
  | 'record'
  | 'holding'
  | 'domain'
  | 'access'
  | 'charge'
  | 'shareToken'
  | 'shareEvent'
  | 'webhookDelivery'
  | 'fault';

/** A difference between two snapshots. */
export interface Change {
  /** What it is about. */
  readonly subject: ChangeSubject;
  /** Whether it was added, changed or removed. */
  readonly change: 'added' | 'changed' | 'removed';
  /** The change as a sentence, for example `Acme Solar was charged for cdr_… (receive)`. */
  readonly text: string;
}

interface Difference<V> {
  readonly key: Key;
  readonly before: V | undefined;
  readonly after: V | undefined;
}

function differences<K extends Key, V>(a: Rows<K, V>, b: Rows<K, V>): Difference<V>[] {
  const found: Difference<V>[] = [];
  for (const [key, before] of a.rows()) {
    const after = b.get(...key);
    if (after !== before && jsonText(after) !== jsonText(before)) {
      found.push({ key, before, after });
    }
  }
  for (const [key, after] of b.rows())
    if (!a.has(...key)) found.push({ key, before: undefined, after });
  return found;
}

/** Returns the record without its count of remaining receives, which no one can observe. */
function visible(cdr: StoredCdr | undefined): StoredCdr | undefined {
  if (cdr?.pending?.until !== 'receives') return cdr;
  return { ...cdr, pending: { ...cdr.pending, left: 0 } };
}

function recordWords(before: StoredCdr | undefined, after: StoredCdr | undefined): string {
  if (before === undefined) return 'was captured';
  if (after === undefined) return 'was removed';
  const words: string[] = [];
  if (before.pending !== null && after.pending === null) words.push('was rendered');
  if (before.invalid !== after.invalid) words.push('was flagged invalid');
  if (before.duplicated !== after.duplicated) words.push('was duplicated');
  return words.join(' and ') || 'was replaced';
}

type Words<V> = (difference: Difference<V>) => string | undefined;

/**
 * Returns helpers that put the differences between two tables into words. A difference without
 * words is left out.
 */
function sentences(a: World, b: World) {
  const nameOf = (organizationId: unknown): string => {
    const id = String(organizationId);
    return (b.organizations.get(id) ?? a.organizations.get(id))?.name ?? id;
  };
  const list = <K extends Key, V>(
    subject: ChangeSubject,
    tables: readonly [Rows<K, V>, Rows<K, V>],
    words: Words<V>,
  ): Change[] =>
    differences(...tables).flatMap((difference) => {
      const { before, after } = difference;
      const text = words(difference);
      const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
      return text === undefined ? [] : [{ subject, change, text }];
    });
  return { nameOf, list };
}

function moneyAndAccess(a: World, b: World): Change[] {
  const { nameOf, list } = sentences(a, b);
  return [
    ...list('charge', [a.charges, b.charges], ({ key: [cdrId, id], after }) => {
      return after
        ? `${nameOf(id)} was charged for ${cdrId} (${after.cause})`
        : `${nameOf(id)} is no longer charged for ${cdrId}`;
    }),
    ...list('access', [a.access, b.access], ({ key: [cdrId, id], after }) => {
      return after
        ? `${nameOf(id)} can download ${cdrId} (${after.cause})`
        : `${nameOf(id)} may no longer download ${cdrId}`;
    }),
    ...list('holding', [a.holdings, b.holdings], ({ key: [cdrId, id], before, after }) => {
      if (before && after) return `the webhook of ${nameOf(id)} acknowledged ${cdrId}`;
      return after ? `${nameOf(id)} holds ${cdrId} (${after.via})` : `${nameOf(id)} lost ${cdrId}`;
    }),
    ...list('domain', [a.domains, b.domains], ({ key: [id, domainId], after }) => {
      return `${nameOf(id)} ${after ? 'lists' : 'no longer lists'} the domain ${domainId}`;
    }),
  ];
}

function recordsAndShares(a: World, b: World): Change[] {
  const { nameOf, list } = sentences(a, b);
  return [
    ...list('record', [a.cdrs, b.cdrs], ({ key: [cdrId], before, after }) => {
      const same = jsonText(visible(before)) === jsonText(visible(after));
      return same ? undefined : `${cdrId} ${recordWords(before, after)}`;
    }),
    ...list('shareToken', [a.tokens, b.tokens], ({ before, after }) => {
      const token = after ?? before;
      const verb = after ? 'issued' : 'lost';
      return `${nameOf(token?.organizationId)} ${verb} a share token for ${token?.cdrId}`;
    }),
    ...list('shareEvent', [a.shareEvents, b.shareEvents], ({ before, after }) => {
      const event = after ?? before;
      const verb = after ? 'received' : 'no longer received';
      const from = `from ${nameOf(event?.fromOrganizationId)}`;
      return `${nameOf(event?.toOrganizationId)} ${verb} ${event?.cdrId} ${from}`;
    }),
    ...list('webhookDelivery', [a.deliveries, b.deliveries], ({ before, after }) => {
      const { webhookId, cdrId, state, attempts } = after ?? before ?? { attempts: [] };
      const words = after ? `is ${state} after ${attempts.length} attempts` : 'was removed';
      return `delivery ${webhookId} of ${cdrId} ${words}`;
    }),
  ];
}

function settings(a: World, b: World): Change[] {
  const { nameOf, list } = sentences(a, b);
  const verb = (before: unknown, after: unknown): string =>
    before === undefined ? 'was added' : after === undefined ? 'was removed' : 'was changed';
  return [
    ...list('organization', [a.organizations, b.organizations], ({ key: [id], before, after }) => {
      return `${nameOf(id)} ${verb(before, after)}`;
    }),
    ...list('apiKey', [a.keys, b.keys], ({ key: [keyId], before, after }) => {
      const { organizationId } = after ?? before ?? {};
      const words = before && after ? 'was revoked' : verb(before, after);
      return `the key ${keyId} of ${nameOf(organizationId)} ${words}`;
    }),
    ...list('fault', [a.faults, b.faults], ({ before, after }) => {
      return `a fault on ${(after ?? before)?.operation} ${verb(before, after)}`;
    }),
  ];
}

/**
 * Lists the differences between two snapshots as sentences. Requests, the clock and id counters are
 * ignored, so the list is empty after a refused request that changed nothing.
 *
 * @example
 * ```ts
 * const before = mock.snapshot();
 * await expect(client.shares.receive(token, { acceptance })).rejects.toThrow();
 * expect(diff(before, mock.snapshot())).toEqual([]);
 * ```
 */
export function diff(before: Snapshot, after: Snapshot): Change[] {
  const a = worldOf(before);
  const b = worldOf(after);
  return [...moneyAndAccess(a, b), ...recordsAndShares(a, b), ...settings(a, b)];
}

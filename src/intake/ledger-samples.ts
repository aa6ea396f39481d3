import type { LeadName } from './lead.ts';
import type { LeaseQuery } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** The current time in the cases, in Unix milliseconds. */
export const NOW = 1_767_614_400_000;
/** In milliseconds. */
export const MINUTE = 60_000;

/** Makes the entry of lead `number`, leased for a minute. */
export function entryOf(number: number, changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    source: 'sunroof',
    leadId: `L-${number}`,
    shareSha256: number.toString(16).padStart(64, '0'),
    ownsShare: true,
    phoneDigest: 'd'.repeat(64),
    state: 'asking',
    version: 1,
    inHand: true,
    inDoubt: false,
    onlyIfPaid: false,
    askedAt: null,
    handSince: NOW,
    doubtSince: null,
    dueAt: NOW + MINUTE,
    heldSince: NOW,
    decidedAt: null,
    attempts: 0,
    cdrId: null,
    shareEventId: null,
    mayBeCharged: false,
    firstLead: null,
    code: null,
    message: null,
    scope: null,
    reasons: [],
    requestIds: [],
    settledBy: null,
    note: null,
    shadow: null,
    material: {
      shareUrl: 'shr_1',
      phone: '(212) 555-0147',
      criteria: '{"schemaVersion":1}',
      data: '{"price":12.5}',
    },
    ...changes,
  };
}

/** Makes the same entry, held until `dueAt`. */
export function held(
  number: number,
  dueAt: number,
  changes: Partial<LedgerEntry> = {},
): LedgerEntry {
  return entryOf(number, { state: 'hold', inHand: false, code: 'CDR_PENDING', dueAt, ...changes });
}

/** Makes the next version of an entry, accepted with a record. */
export function accepted(entry: LedgerEntry, cdrId: string): LedgerEntry {
  const { version } = entry;
  const facts = { cdrId, decidedAt: NOW, dueAt: null, inHand: false, material: null } as const;
  return { ...entry, ...facts, mayBeCharged: true, state: 'accept', version: version + 1 };
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, inOrder(each)]));
}

/** Throws unless both values are equal, with members in any order. */
export function same(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [found, wanted].map((value) => JSON.stringify(inOrder(value)) ?? 'nothing');
  if (left !== right) throw new Error(`${what}: expected ${right}, found ${left}`);
}

/** Counts the results of one kind. */
export function count<T extends { kind: string }>(results: readonly T[], kind: T['kind']): number {
  return results.filter((each) => each.kind === kind).length;
}

/** Makes a query that leases what is due now, for a minute. */
export const query = (changes: Partial<LeaseQuery> = {}): LeaseQuery => ({
  dueBy: NOW,
  now: NOW,
  until: NOW + MINUTE,
  limit: 10,
  ...changes,
});

/** The name of lead `number`. */
export const nameOf = (number: number): LeadName => ({ source: 'sunroof', leadId: `L-${number}` });

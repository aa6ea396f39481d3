import { checkedOptions } from '../errors/checked-options.ts';
import { instant, oneOf, required, signalKind } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { listed, periodIssues } from './listing.ts';

/** Options of `report`. */
export interface ReportOptions {
  /** From this instant on: Unix milliseconds or a `Date`. Default: the beginning of the ledger. */
  readonly from?: number | Date | undefined;
  /** Before this instant. Default: right after now. */
  readonly to?: number | Date | undefined;
  /** What the groups are: sources, days in UTC, or codes. */
  readonly by: 'source' | 'day' | 'code';
  /** Ends the count, which rejects. */
  readonly signal?: WebAbortSignal | undefined;
}

/** How many leads a code has. */
export type CountByCode = Readonly<Record<string, number>>;

/** Counts of leads. */
export interface LeadCounts {
  /** All leads of the group: accepted, refused, duplicates and held ones. */
  readonly taken: number;
  /** Accepted leads. */
  readonly accepted: number;
  /** Refused leads. */
  readonly refused: number;
  /** Refused leads by the code of their first reason; they add up to `refused`. */
  readonly refusedBy: CountByCode;
  /** Duplicates. */
  readonly duplicates: number;
  /** Leads that are not decided. */
  readonly held: number;
  /** Decided leads that a person has settled. */
  readonly settled: number;
  /** What the service may have charged. */
  readonly charges: {
    /** The most receives that can have been charged: one for each lead whose charge is possible. */
    readonly most: number;
  };
  /** What the shadow criteria say of the accepted records; absent if none was judged. */
  readonly shadow?: ShadowCounts;
}

/** What the shadow criteria say of accepted records. */
export interface ShadowCounts {
  /** Accepted leads that the shadow criteria would have refused. */
  readonly refused: number;
  /** The same by the code of the first rule that was not met. */
  readonly refusedBy: CountByCode;
  /** Accepted leads whose record could not be judged. */
  readonly undecidable: number;
}

/** The counts of one source, day or code. */
export interface ReportGroup extends LeadCounts {
  /**
   * The source; the day, such as `2026-01-05`; or the code: of the first reason of a refused lead, of a
   * held one, else `ACCEPTED` or `DUPLICATE`.
   */
  readonly key: string;
}

/** What a ledger has for a period. */
export interface LeadReport {
  /** Unix milliseconds, included. */
  readonly from: number;
  /** Unix milliseconds, not included. */
  readonly to: number;
  /** What the groups are. */
  readonly by: ReportOptions['by'];
  /** The counts of the whole period. */
  readonly total: LeadCounts;
  /** The same by source, day or code, in the order of their keys. They add up to `total`. */
  readonly groups: readonly ReportGroup[];
  /** Unix milliseconds: leads decided before are pruned, and not counted. Absent if none are. */
  readonly prunedBefore?: number;
}

const OPTIONS = (): OptionTable<ReportOptions> => ({
  from: instant,
  to: instant,
  by: required(oneOf('source', 'day', 'code')),
  signal: signalKind,
});

/** More keys than people read; what is beyond is counted under {@link OTHERS}. */
const GROUPS_MAX = 10_000;
const OTHERS = '(others)';

function add(counts: Map<string, number>, code: string): void {
  counts.set(code, (counts.get(code) ?? 0) + 1);
}

/** Adds up the leads of one group. */
class Tally {
  #taken = 0;
  readonly #states = new Map<string, number>();
  readonly #refusedBy = new Map<string, number>();
  readonly #shadows = new Map<string, number>();
  readonly #shadowRefusedBy = new Map<string, number>();
  #settled = 0;
  #charges = 0;

  add(entry: LedgerEntry): void {
    const { state, reasons, decidedAt, shadow } = entry;
    this.#taken += 1;
    add(this.#states, decidedAt === null ? 'held' : state);
    if (state === 'refuse') add(this.#refusedBy, reasons[0]?.code ?? 'UNKNOWN');
    if (entry.settledBy !== null) this.#settled += 1;
    if (mayBeCharged(entry)) this.#charges += 1;
    if (state !== 'accept' || shadow === null) return;
    add(this.#shadows, shadow.outcome);
    if (shadow.outcome === 'refused') add(this.#shadowRefusedBy, shadow.codes[0] ?? 'UNKNOWN');
  }

  counts(): LeadCounts {
    const of = (state: string): number => this.#states.get(state) ?? 0;
    const shadow = {
      refused: this.#shadows.get('refused') ?? 0,
      refusedBy: sorted(this.#shadowRefusedBy),
      undecidable: this.#shadows.get('undecidable') ?? 0,
    };
    return {
      taken: this.#taken,
      accepted: of('accept'),
      refused: of('refuse'),
      refusedBy: sorted(this.#refusedBy),
      duplicates: of('duplicate'),
      held: of('held'),
      settled: this.#settled,
      charges: { most: this.#charges },
      ...(this.#shadows.size > 0 && { shadow }),
    };
  }
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

const sorted = (counts: ReadonlyMap<string, number>): CountByCode =>
  Object.fromEntries([...counts].sort(byKey));

/** Whether the service may have charged for the lead; one in somebody's hand may be charged now. */
function mayBeCharged({ decidedAt, mayBeCharged, inDoubt, inHand, cdrId }: LedgerEntry): boolean {
  return decidedAt === null ? inDoubt || inHand || cdrId !== null : mayBeCharged;
}

function codeOf(entry: LedgerEntry): string {
  if (entry.state === 'accept') return 'ACCEPTED';
  if (entry.state === 'duplicate') return 'DUPLICATE';
  if (entry.state === 'refuse') return entry.reasons[0]?.code ?? 'UNKNOWN';
  const decision = decisionOf(entry, false);
  return 'code' in decision ? decision.code : 'UNKNOWN';
}

const KEYS: Readonly<Record<ReportOptions['by'], (entry: LedgerEntry) => string>> = {
  source: ({ source }) => source,
  day: ({ decidedAt, heldSince }) => new Date(decidedAt ?? heldSince).toISOString().slice(0, 10),
  code: codeOf,
};

/** Counts the leads by the instant of their decision, undecided ones by that of their first take. */
export async function reportOf<Tx>(
  settings: IntakeSettings<Tx>,
  given: ReportOptions,
): Promise<LeadReport> {
  const { by, signal, ...period } = checkedOptions(OPTIONS, given, { also: periodIssues });
  const from = Number(period.from ?? 0);
  const to = Number(period.to ?? settings.clock.now() + 1);
  const total = new Tally();
  const groups = new Map<string, Tally>();
  for (const decided of [true, false]) {
    for await (const entry of listed(settings, { decided, from, to }, signal)) {
      const own = KEYS[by](entry);
      const key = groups.has(own) || groups.size < GROUPS_MAX ? own : OTHERS;
      const tally = groups.get(key) ?? new Tally();
      groups.set(key, tally);
      for (const each of [total, tally]) each.add(entry);
    }
  }
  const { prunedBefore } = await settings.ledger.open(settings.account);
  return {
    from,
    to,
    by,
    total: total.counts(),
    groups: [...groups].sort(byKey).map(([key, tally]) => ({ key, ...tally.counts() })),
    ...(prunedBefore !== null && { prunedBefore }),
  };
}

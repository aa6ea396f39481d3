import { RETENTION_MS } from '../contract/limits.ts';
import type { ArchiveSettings } from './archive-options.ts';
import type {
  ArchiveCounts,
  ArchiveProblem,
  ArchiveProgress,
  ArchiveReport,
  ExpiringRecord,
  MetRecord,
  RecordEvent,
} from './archive-report.ts';

/** The most entries in a list of a report. The counts include all. */
const LISTED_MAX = 1000;

/** The settings that a tally needs. */
type TallySettings = Pick<ArchiveSettings, 'clock' | 'warnWithinMs' | 'onRecord' | 'onProgress'>;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

const COUNTED = {
  archived: 'archived',
  known: 'known',
  not_collected: 'notCollected',
  dev_mode: 'devMode',
  erased: 'erased',
  failed: 'failed',
} as const;

function keep<T>(list: T[], value: T): void {
  if (list.length < LISTED_MAX) list.push(value);
}

/** What a run has found and done so far. */
export class Tally {
  readonly #settings: TallySettings;
  readonly #beganAt: number;
  readonly #counts: Mutable<ArchiveCounts> = {
    archived: 0,
    known: 0,
    notCollected: 0,
    devMode: 0,
    erased: 0,
    failed: 0,
    left: 0,
    expiring: 0,
    problems: 0,
    bytes: 0,
  };
  readonly #place: { domainId?: string; domainsDone: number; domains: number } = {
    domainsDone: 0,
    domains: 0,
  };
  readonly #problems: ArchiveProblem[] = [];
  readonly #notCollected: MetRecord[] = [];
  readonly #expiring: { readonly known: ExpiringRecord[]; readonly others: ExpiringRecord[] } = {
    known: [],
    others: [],
  };

  constructor(settings: TallySettings) {
    this.#settings = settings;
    this.#beganAt = settings.clock.now();
  }

  domains(count: number): void {
    this.#place.domains = count;
  }

  begin(domainId: string): void {
    this.#place.domainId = domainId;
    this.#tell();
  }

  endOfDomain(): void {
    this.#place.domainsDone += 1;
    this.#tell();
  }

  problem(problem: ArchiveProblem): void {
    this.#counts.problems += 1;
    keep(this.#problems, problem);
    this.#tell();
  }

  /** Notes a record that was found, if the service deletes it soon. */
  met(record: MetRecord, isKnown: boolean): void {
    const deletedAt = record.createdAt + RETENTION_MS;
    if (deletedAt - this.#settings.clock.now() > this.#settings.warnWithinMs) return;
    this.#counts.expiring += 1;
    const list = isKnown ? this.#expiring.known : this.#expiring.others;
    keep(list, { ...record, deletedAt, archived: isKnown });
  }

  /** Notes the result of a record. */
  record(record: MetRecord, state: RecordEvent['state'], problem?: ArchiveProblem): void {
    this.#counts[COUNTED[state]] += 1;
    if (state === 'not_collected') keep(this.#notCollected, record);
    if (problem !== undefined) this.problem(problem);
    this.#settings.onRecord({ ...record, state, ...(problem !== undefined && { problem }) });
    this.#tell();
  }

  left(): void {
    this.#counts.left += 1;
  }

  bytes(count: number): void {
    this.#counts.bytes += count;
  }

  report(
    manifest: ArchiveReport['manifest'],
    isArchived: (cdrId: string) => boolean,
  ): ArchiveReport {
    const { known, others } = this.#expiring;
    const met = others.map((record) => ({ ...record, archived: isArchived(record.cdrId) }));
    const expiring = [...met, ...known].sort((a, b) => Number(a.archived) - Number(b.archived));
    return {
      ok: this.#counts.problems === 0,
      counts: { ...this.#counts },
      problems: this.#problems,
      notCollected: this.#notCollected,
      expiring: expiring.slice(0, LISTED_MAX),
      manifest,
      beganAt: this.#beganAt,
      endedAt: this.#settings.clock.now(),
    };
  }

  #tell(): void {
    this.#settings.onProgress((): ArchiveProgress => ({ ...this.#counts, ...this.#place }));
  }
}

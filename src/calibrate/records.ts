import type { DetectedDisclosureDetails } from '../contract/disclosure.ts';
import type { Clock } from '../platform/clock.ts';
import type { Account, AskService, Entry } from './account.ts';
import { listOf, membersOf } from './answer.ts';
import { notMeasured } from './not-measured.ts';

/** A record of the sender that was read in full. */
export interface Specimen {
  readonly cdrId: string;
  readonly entry: Entry;
  readonly members: Readonly<Record<string, unknown>>;
  /** Absent if no submission was detected. */
  readonly facts: DetectedDisclosureDetails | undefined;
  /** The URL of the image, as of `readAt`. */
  readonly downloadUrl: string | undefined;
  /** When the record was read. */
  readonly readAt: number;
  /** Whether the sender has paid for it: it captured the record and may download it. */
  readonly isPaid: boolean;
}

/** How many are read in full: the newest, and some of the oldest, for what has become rare. */
const NEWEST_READ = 30;
const OLDEST_READ = 10;

/** Returns the consent facts if each disclosure has the members that the rules read. */
export function factsOf(value: unknown): DetectedDisclosureDetails | undefined {
  const details = membersOf(value);
  if (details === undefined || !Array.isArray(details['disclosures'])) return undefined;
  const isWhole = listOf(details['disclosures']).every((each) => {
    const { text, checkboxDetected } = membersOf(each) ?? {};
    return typeof text === 'string' && typeof checkboxDetected === 'boolean';
  });
  return isWhole ? (value as DetectedDisclosureDetails) : undefined;
}

/** Returns whether the sender captured a record and may download it, so that its access passes on. */
function isPaid({ collected, guest, devMode }: Specimen['members']): boolean {
  return collected === true && guest === undefined && devMode !== true;
}

function specimenOf(entry: Entry, value: unknown, readAt: number): Specimen | undefined {
  const members = membersOf(value);
  if (members === undefined) return undefined;
  const facts = factsOf(members['detectedDisclosureDetails']);
  const url = members['downloadUrl'];
  const downloadUrl = typeof url === 'string' && URL.canParse(url) ? url : undefined;
  return {
    cdrId: entry.cdrId,
    entry,
    members,
    facts,
    isPaid: isPaid(members),
    downloadUrl,
    readAt,
  };
}

/** Returns the path of a record. */
export const cdrPath = (cdrId: string): string => `/v1/cdrs/${encodeURIComponent(cdrId)}`;

/** The sender's records. They are read in full once, when a probe first needs them. */
export class Records {
  readonly #ask: AskService;
  readonly #account: Account;
  readonly #clock: Clock;
  readonly #preferred: ReadonlySet<string>;
  readonly #isForeign = new Map<string, boolean>();
  #read: Promise<Specimen[]> | undefined;

  /** @param preferred Records whose tokens were passed in. Below tier 3, only these have tokens. */
  constructor(
    ask: AskService,
    account: Account,
    clock: Clock,
    preferred: ReadonlySet<string> = new Set(),
  ) {
    this.#preferred = preferred;
    this.#ask = ask;
    this.#clock = clock;
    this.#account = account;
  }

  /** Returns the records that were read in full: the preferred ones, then newest first. */
  all(): Promise<Specimen[]> {
    return (this.#read ??= this.#readAll());
  }

  /**
   * Returns the first fitting record that the sender has paid for and the receiver does not hold.
   *
   * @throws NotMeasured naming `what` if there is none.
   */
  async pick(what: string, fits: (specimen: Specimen) => boolean): Promise<Specimen> {
    for (const specimen of await this.all()) {
      if (specimen.isPaid && fits(specimen) && (await this.isUnheld(specimen.cdrId))) {
        return specimen;
      }
    }
    return notMeasured(
      `the sender has no ${what} that it captured and paid for and that the receiver does not hold`,
    );
  }

  /** Returns all records that the sender has paid for and the receiver does not hold. */
  async unheld(): Promise<Specimen[]> {
    const found: Specimen[] = [];
    for (const specimen of await this.all()) {
      if (specimen.isPaid && (await this.isUnheld(specimen.cdrId))) found.push(specimen);
    }
    return found;
  }

  /** Returns whether the sender captured and paid for this record, so that its access passes on. */
  async passesOn(cdrId: string): Promise<boolean> {
    const known = (await this.all()).find((each) => each.cdrId === cdrId);
    if (known !== undefined) return known.isPaid;
    const { data } = await this.#ask({ as: 'sender', method: 'GET', path: cdrPath(cdrId) });
    return isPaid(membersOf(data?.['cdr']) ?? {});
  }

  async #readOne(entry: Entry): Promise<Specimen | undefined> {
    const { data } = await this.#ask({ as: 'sender', method: 'GET', path: cdrPath(entry.cdrId) });
    return specimenOf(entry, data?.['cdr'], this.#clock.now());
  }

  /** Returns whether the receiver did not hold this record when the run first asked. */
  async isUnheld(cdrId: string): Promise<boolean> {
    const known = this.#isForeign.get(cdrId);
    if (known !== undefined) return known;
    const answer = await this.#ask({ as: 'receiver', method: 'GET', path: cdrPath(cdrId) });
    this.#isForeign.set(cdrId, answer.code === 'NOT_FOUND');
    return answer.code === 'NOT_FOUND';
  }

  async #readAll(): Promise<Specimen[]> {
    const entries = this.#account.entries.toSorted((a, b) => b.createdAt - a.createdAt);
    const preferred = entries.filter(({ cdrId }) => this.#preferred.has(cdrId));
    const [newest, oldest] = [entries.slice(0, NEWEST_READ), entries.slice(-OLDEST_READ)];
    const chosen = new Set([...preferred, ...newest, ...oldest]);
    const read: Specimen[] = [];
    for (const entry of chosen) {
      const specimen = await this.#readOne(entry);
      if (specimen !== undefined) read.push(specimen);
    }
    return read;
  }
}

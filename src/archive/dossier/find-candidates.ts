import type { CdrListEntry } from '../../contract/cdr.ts';
import { AbortError } from '../../errors/call-errors.ts';
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import type { RecordLine } from '../manifest-line.ts';
import { problemOf } from '../problem-of.ts';
import type { DossierLead, DossierSettings } from './dossier-options.ts';
import { searchVault } from './search-vault.ts';

/** A record that may be about the number, and how it was found. */
export interface Candidate {
  readonly cdrId: string;
  /** `phones`, the caller's own keys, `lead`. */
  readonly foundBy: Set<string>;
  /** As the service's list has it; absent where the service was not asked, or has it no more. */
  entry?: CdrListEntry;
  /** Its line in the archive that was searched. */
  archived?: RecordLine;
  /** The leads that it came with. */
  readonly leads: DossierLead[];
  /** Whether an accepted lead has it; absent where no ledger was asked. */
  isAccepted?: boolean;
}

/** What a search came to. */
export interface Found {
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly problems: readonly ArchiveProblem[];
  /** The domains that were searched. */
  readonly domains: readonly string[];
}

const ASKED_AT_ONCE = 100;

/** Asks everyone who may know of the number. */
class CandidateSearch {
  readonly #settings: DossierSettings;
  readonly candidates = new Map<string, Candidate>();
  readonly problems: ArchiveProblem[] = [];
  domains: readonly string[] = [];
  #isCut = false;

  constructor(settings: DossierSettings) {
    this.#settings = settings;
  }

  async run(): Promise<void> {
    await this.#try('search', () => this.#askService());
    await this.#try('vault', () => this.#askArchive());
    await this.#try('ledger', () => this.#askLedger());
    if (!this.#isCut) return;
    const message = `there are more than limit (${this.#settings.limit}) records; raise it`;
    this.problems.push({ kind: 'too_many', message });
  }

  async #try(kind: ArchiveProblem['kind'], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { signal } = this.#settings;
      if (error instanceof InvalidInputError || error instanceof AbortError) throw error;
      if (signal?.aborted === true) throw signal.reason;
      const { domainId } = error as { domainId?: string };
      this.problems.push(problemOf(error, domainId === undefined ? {} : { domainId }, kind));
    }
  }

  async #askService(): Promise<void> {
    const { client, digits, keys, signal } = this.#settings;
    this.domains = this.#settings.domains ?? (await client.domains.list({ signal }));
    const { domains } = this;
    for await (const { entry, key } of client.cdrs.findByPhone(digits, { domains, keys, signal })) {
      const candidate = this.#candidate(entry.cdrId, key);
      if (candidate === undefined) return;
      candidate.entry = entry;
    }
  }

  async #askArchive(): Promise<void> {
    const { archive, digits, keys, signal } = this.#settings;
    if (archive === undefined) return;
    const onProblem = (problem: ArchiveProblem) => void this.problems.push(problem);
    for await (const { line, key } of searchVault(archive, { digits, keys, signal, onProblem })) {
      const candidate = this.#candidate(line.cdrId, key);
      if (candidate === undefined) return;
      candidate.archived = line;
    }
  }

  async #askLedger(): Promise<void> {
    const { ledger, leadIds } = this.#settings;
    if (ledger === undefined) return;
    for (const leadId of leadIds) {
      const lead = await ledger.get(leadId);
      if (lead === undefined) {
        this.problems.push({ kind: 'ledger', message: `the ledger has no lead "${leadId}"` });
      } else if (lead.cdrId !== null) {
        this.#candidate(lead.cdrId, 'lead')?.leads.push(lead);
      }
    }
    const ids = [...this.candidates.keys()];
    for (let at = 0; at < ids.length; at += ASKED_AT_ONCE) {
      const some = ids.slice(at, at + ASKED_AT_ONCE);
      const accepted = new Set(await ledger.acceptedRecords(some));
      for (const cdrId of some) {
        const candidate = this.candidates.get(cdrId);
        if (candidate !== undefined) candidate.isAccepted = accepted.has(cdrId);
      }
    }
  }

  /** The candidate of this record; `undefined` where there are too many. */
  #candidate(cdrId: string, key: string): Candidate | undefined {
    let candidate = this.candidates.get(cdrId);
    if (candidate === undefined) {
      if (this.candidates.size >= this.#settings.limit) {
        this.#isCut = true;
        return undefined;
      }
      candidate = { cdrId, foundBy: new Set(), leads: [] };
      this.candidates.set(cdrId, candidate);
      this.#settings.onProgress({ step: 'search', found: this.candidates.size, records: 0 });
    }
    candidate.foundBy.add(key);
    return candidate;
  }
}

/** The records that may be about the number, by everyone who was asked; what failed is told. */
export async function findCandidates(settings: DossierSettings): Promise<Found> {
  const search = new CandidateSearch(settings);
  await search.run();
  return search;
}

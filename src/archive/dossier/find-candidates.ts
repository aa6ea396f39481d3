import { listedNames } from '../../contract/listed-names.ts';
import { phoneFilters } from '../../contract/phone-filters.ts';
import { AbortError } from '../../errors/call-errors.ts';
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { inOrder } from '../../platform/in-order.ts';
import type { PhoneCandidate } from '../../resources/phone-search.ts';
import type { ArchiveClient } from '../archive-client.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import type { RecordLine } from '../manifest-line.ts';
import { problemOf } from '../problem-of.ts';
import type { Vault } from '../vault.ts';
import {
  type DossierLead,
  type DossierLedger,
  type DossierSettings,
  leadWords,
} from './dossier-options.ts';
import { searchVault } from './search-vault.ts';

/** A record that may be about the number, and how it was found. */
export interface Candidate {
  readonly cdrId: string;
  /** The keys that hold the number: `phones`, or keys of the caller. */
  readonly foundBy: Set<string>;
  /** Its line in the archive that was searched. */
  archived?: RecordLine;
  /** The leads of the option `leads` that name it. */
  readonly leads: DossierLead[];
  /** Whether it belongs to an accepted lead; absent if there is no ledger. */
  isAccepted?: boolean;
}

/** The result of a search. */
export interface Found {
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly problems: readonly ArchiveProblem[];
  /** The domains that were searched to their end. */
  readonly domains: readonly string[];
  /** The domains that were not. */
  readonly domainsLeft: readonly string[];
  /** What was searched, in words. A source that failed as a whole is not among them. */
  readonly sources: readonly string[];
  /** The accounts whose records the archive has. */
  readonly archiveAccounts: ReadonlySet<string>;
}

const ASKED_AT_ONCE = 100;
/** How many domains are searched at the same time. */
const DOMAINS_AT_ONCE = 8;

/** How the search of a domain ended. */
interface EndOfDomain {
  readonly domainId: string;
  readonly failure?: { readonly error: unknown };
}

/** Asks the service, the archive and the ledger. */
class CandidateSearch {
  readonly #settings: DossierSettings;
  readonly candidates = new Map<string, Candidate>();
  readonly problems: ArchiveProblem[] = [];
  readonly domains: string[] = [];
  domainsLeft: readonly string[] = [];
  readonly sources: string[] = [];
  readonly archiveAccounts = new Set<string>();
  #isCut = false;
  #requests = 0;
  /** The key or the account was refused, as it would be for every other domain. */
  #isRefused = false;

  constructor(settings: DossierSettings) {
    this.#settings = settings;
  }

  async run(): Promise<void> {
    const { client, archive, ledger } = this.#settings;
    const { sources } = this;
    const isAsked = client && (await this.#try('search', () => this.#askService(client)));
    const isSearched = this.domains.length > 0 || this.domainsLeft.length === 0;
    if (isAsked && isSearched) sources.push('the service, by its search for the number');
    const hasLedger = ledger && (await this.#try('ledger', () => this.#askLeads(ledger)));
    const hasArchive = archive && (await this.#try('vault', () => this.#askArchive(archive)));
    if (hasArchive) sources.push('the account’s archive');
    const isTold = hasLedger && (await this.#try('ledger', () => this.#askAccepted(ledger)));
    if (isTold) sources.push('the ledger of its lead intake');
    if (!this.#isCut) return;
    const message = `there are more than limit (${this.#settings.limit}) records; raise it`;
    this.problems.push({ kind: 'too_many', message });
  }

  /** Returns whether `work` succeeded. */
  async #try(kind: ArchiveProblem['kind'], work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#failed(error, kind);
      return false;
    }
  }

  /** Notes a source that failed. @throws what ends the run. */
  #failed(
    error: unknown,
    kind: ArchiveProblem['kind'],
    about: Omit<ArchiveProblem, 'kind' | 'message'> = {},
  ): void {
    const { signal } = this.#settings;
    if (error instanceof InvalidInputError || error instanceof AbortError) throw error;
    if (signal?.aborted === true) throw signal.reason;
    this.problems.push(problemOf(error, about, kind));
    this.#isRefused ||= problemOf(error).kind === 'access';
  }

  /** Asks for each domain by itself, so that one that fails does not hide the others. */
  async #askService(client: ArchiveClient): Promise<void> {
    const { signal, domains, digits, keys } = this.#settings;
    const { names, odd } = listedNames(domains ?? (await client.domains.list({ signal })));
    for (const { name, message } of odd) {
      this.problems.push({ kind: 'search', domainId: name, message });
    }
    this.#requests = names.length * phoneFilters(digits, keys).length;
    this.#tellProgress();
    await this.#askAll(client, names.slice(0, 1)); // alone: a key that is refused is refused on all
    await this.#askAll(client, names.slice(1));
    const searched = new Set(this.domains);
    const left = names.filter((domainId) => !searched.has(domainId));
    this.domainsLeft = [...odd.map(({ name }) => name), ...left];
  }

  async #askAll(client: ArchiveClient, names: readonly string[]): Promise<void> {
    if (this.#isRefused || this.#isCut) return;
    const asked = inOrder(names, DOMAINS_AT_ONCE, (domainId) => this.#askDomain(client, domainId));
    for await (const found of asked) {
      if ('entry' in found) {
        if (this.#candidate(found.entry.cdrId, found.key) === undefined) break;
        continue;
      }
      const { domainId, failure } = found;
      if (failure === undefined) this.domains.push(domainId);
      else this.#failed(failure.error, 'search', { domainId });
      if (this.#isRefused) break;
    }
  }

  /** Yields what is found on a domain, and then how its search ended. */
  async *#askDomain(
    client: ArchiveClient,
    domainId: string,
  ): AsyncGenerator<PhoneCandidate | EndOfDomain, void, undefined> {
    const { digits, keys, limit, signal } = this.#settings;
    const found: PhoneCandidate[] = [];
    try {
      const query = { domains: [domainId], keys, signal };
      const search = await Promise.resolve(client.cdrs.findByPhone(digits, query)); // a wrapper's promise
      for await (const each of search) if (found.push(each) > limit) break;
    } catch (error) {
      yield* found;
      return yield { domainId, failure: { error } };
    }
    yield* found;
    yield { domainId };
  }

  async #askLeads(ledger: DossierLedger): Promise<void> {
    for (const name of this.#settings.leads) {
      const lead = await ledger.get(name);
      if (lead === undefined) {
        this.problems.push({
          kind: 'ledger',
          message: `the ledger has no lead "${leadWords(name)}"`,
        });
      } else if (lead.cdrId !== null) {
        this.#candidate(lead.cdrId)?.leads.push(lead);
      }
    }
  }

  /** Asked after the leads: the service may have deleted their records, which may lack the number. */
  async #askArchive(archive: Vault): Promise<void> {
    const { index, digits, keys, signal } = this.#settings;
    const wanted = [...this.candidates.keys()];
    const onProblem = (problem: ArchiveProblem) => void this.problems.push(problem);
    const accounts = this.archiveAccounts;
    const query = { index, digits, keys, accounts, wanted, signal, onProblem };
    for await (const { line, key } of searchVault(archive, query)) {
      const candidate = this.#candidate(line.cdrId, key);
      if (candidate === undefined) continue; // a later one may be wanted
      candidate.archived = line;
    }
  }

  async #askAccepted(ledger: DossierLedger): Promise<void> {
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

  #tellProgress(): void {
    const [found, requests] = [this.candidates.size, this.#requests];
    this.#settings.onProgress({ step: 'search', found, records: 0, requests });
  }

  /** Gets or adds the candidate of this record; `undefined` if there are too many. */
  #candidate(cdrId: string, key?: string): Candidate | undefined {
    let candidate = this.candidates.get(cdrId);
    if (candidate === undefined) {
      if (this.candidates.size >= this.#settings.limit) {
        this.#isCut = true;
        return undefined;
      }
      candidate = { cdrId, foundBy: new Set(), leads: [] };
      this.candidates.set(cdrId, candidate);
      this.#tellProgress();
    }
    if (key !== undefined) candidate.foundBy.add(key);
    return candidate;
  }
}

/** Finds the records that may be about the number. A source that fails is a problem in the result. */
export async function findCandidates(settings: DossierSettings): Promise<Found> {
  const search = new CandidateSearch(settings);
  await search.run();
  return search;
}

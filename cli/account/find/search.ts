import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import {
  type CdrListEntry,
  type ConsentEvidence,
  isApiError,
  isConsentEvidenceError,
} from '../../../src/index.ts';
import { phoneIn } from './phone-in-value.ts';

/** A record that contains the number. */
export interface Candidate {
  readonly domainId: string;
  readonly entry: CdrListEntry;
  /** Where the number was found. */
  readonly key: string;
}

/** The question asked of each domain. */
export interface Question {
  readonly tenDigits: string;
  readonly keys: readonly string[];
  /** Whether to read every entry and look for the number here. */
  readonly scan: boolean;
}

/** A domain that could not be searched completely. */
export interface FailedDomain {
  readonly domainId: string;
  readonly message: string;
}

/** The result of a search. */
export interface SearchResult {
  readonly candidates: readonly Candidate[];
  readonly searched: readonly string[];
  readonly failed: readonly FailedDomain[];
  /** The domains not started or not finished, in order. */
  readonly left: readonly string[];
  readonly truncated: boolean;
}

interface Search {
  readonly client: ConsentEvidence;
  readonly question: Question;
  readonly limit: number;
  readonly signal: AbortSignal;
  onProgress(ended: number, found: number): void;
}

/** The number of domains searched at the same time. */
const CONCURRENCY = 8;

async function* scanned(
  { client, question, signal }: Search,
  domainId: string,
): AsyncGenerator<Candidate> {
  const { tenDigits } = question;
  for await (const entry of client.cdrs.list(domainId, { pageSize: 100, signal })) {
    const key =
      phoneIn(entry.autoMetadata, tenDigits, 'autoMetadata') ??
      phoneIn(entry.customMetadata, tenDigits, 'customMetadata');
    if (key !== undefined) yield { domainId, entry, key };
  }
}

function candidatesOn(search: Search, domainId: string): AsyncIterable<Candidate> {
  const { client, question, signal } = search;
  const { tenDigits, keys, scan } = question;
  if (scan) return scanned(search, domainId);
  return client.cdrs.findByPhone(tenDigits, { domains: [domainId], keys, signal });
}

/** Whether every other domain would be refused for the same reason. */
function stopsAll(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}

/**
 * Searches each domain. One that cannot be read does not stop the others, except with 401 or 403,
 * and results found so far are kept.
 *
 * @throws InvalidInputError for keys that cannot be searched for.
 */
export async function searchDomains(
  search: Search,
  domains: readonly string[],
): Promise<SearchResult> {
  const found = new Map<string, Candidate[]>();
  const failed = new Map<string, string>();
  const searched = new Set<string>();
  const queue = [...domains];
  const { signal, limit } = search;
  let count = 0;
  let stopped = false;
  const goesOn = (): boolean => !stopped && !signal.aborted && count < limit;

  async function searchOne(domainId: string): Promise<void> {
    const here: Candidate[] = [];
    found.set(domainId, here);
    for await (const candidate of candidatesOn(search, domainId)) {
      here.push(candidate);
      count += 1;
      if (!goesOn()) return;
    }
    searched.add(domainId);
    search.onProgress(searched.size, count);
  }

  async function work(): Promise<void> {
    while (goesOn()) {
      const domainId = queue.shift();
      if (domainId === undefined) return;
      try {
        await searchOne(domainId);
      } catch (error) {
        if (signal.aborted) return;
        stopped ||= stopsAll(error);
        if (error instanceof InvalidInputError || !isConsentEvidenceError(error)) throw error;
        failed.set(domainId, error.message);
      }
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return {
    candidates: domains.flatMap((domainId) => found.get(domainId) ?? []).slice(0, limit),
    searched: domains.filter((each) => searched.has(each)),
    failed: [...failed].map(([domainId, message]) => ({ domainId, message })),
    left: domains.filter((each) => !searched.has(each) && !failed.has(each)),
    truncated: count >= limit,
  };
}

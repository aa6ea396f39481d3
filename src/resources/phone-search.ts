import { normalizePhone } from '../acceptance/normalize-phone.ts';
import type { CdrListEntry } from '../contract/cdr.ts';
import { listedNames } from '../contract/listed-names.ts';
import { identifierProblem } from '../contract/path.ts';
import { type PhoneFilter, phoneFilters } from '../contract/phone-filters.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { CallError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import { refuseOddDomains } from '../errors/odd-domains.ts';
import type { Issue } from '../options/issue.ts';
import { listOf, nonEmptyText, saidBy } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { inOrder } from '../platform/in-order.ts';
import { CALL_OPTIONS, type CallOptions, callOptionsOf } from '../transport/call-options.ts';
import type { ListCdrsOptions } from './cdr-list-query.ts';

/** The service's operation, and the method that the caller knows. */
const OPERATION = 'cdrs.list';
const METHOD = 'cdrs.findByPhone';

/** Each key is searched for in every spelling, on every domain. */
const KEYS_MAX = 20;
const DOMAINS_MAX = 100_000;
const PAGE_SIZE = 100;
/** How many domains are asked at the same time. */
const AT_ONCE = 8;

/**
 * Where `cdrs.findByPhone` looks.
 *
 * @example
 * ```ts
 * const options: FindByPhoneOptions = { domains: ['sunroof.example'], keys: ['phone', 'lead_phone'] };
 * ```
 */
export interface FindByPhoneOptions extends CallOptions {
  /** The domains to search. Default: all that the organization has records on. */
  domains?: readonly string[] | undefined;
  /** Your own keys of `customMetadata` that hold a phone number, at most 20. Default: none. */
  keys?: readonly string[] | undefined;
}

/**
 * A record that has a phone number somewhere in its metadata. It is a candidate, not a finding:
 * `autoMetadata.phones` includes numbers from the page's text.
 */
export interface PhoneCandidate {
  /** The domain that the record was found on. */
  domainId: string;
  /** The record, as a list entry. */
  entry: CdrListEntry;
  /** The key that it was found by: `phones`, or one of your own. */
  key: string;
}

/** What a search reads from. */
export interface PhoneSearchSource {
  domains(options: CallOptions): PromiseLike<string[]>;
  list(domainId: string, options: ListCdrsOptions): AsyncIterable<CdrListEntry>;
}

const SEARCH_OPTIONS = (): OptionTable<FindByPhoneOptions> => ({
  ...CALL_OPTIONS(),
  domains: listOf(saidBy('a domain identifier', identifierProblem), DOMAINS_MAX),
  keys: listOf(nonEmptyText, KEYS_MAX),
});

/** Checks what is searched for, and where; returns the number's ten digits beside the options. */
function checked(phone: unknown, options: FindByPhoneOptions) {
  const digits = normalizePhone(phone as string);
  const message = 'expected a 10-digit North American number, with an optional leading 1';
  const also = (): Issue[] => (digits === undefined ? [{ path: 'phone', message }] : []);
  const given = checkedOptions(SEARCH_OPTIONS, options, { also, operation: OPERATION });
  return { digits: digits ?? '', given };
}

/** Asks one domain with every filter, one after the other. */
async function* onDomain(
  source: PhoneSearchSource,
  domainId: string,
  filters: readonly PhoneFilter[],
  call: CallOptions,
): AsyncGenerator<PhoneCandidate, void, undefined> {
  try {
    for (const metadata of filters) {
      const query = { ...call, metadata, pageSize: PAGE_SIZE };
      for await (const entry of source.list(domainId, query)) {
        yield { domainId, entry, key: metadata.key };
      }
    }
  } catch (error) {
    throw error instanceof CallError ? Object.assign(error, { domainId }) : error;
  }
}

async function* search(
  source: PhoneSearchSource,
  phone: string,
  options: FindByPhoneOptions,
): AsyncGenerator<PhoneCandidate, void, undefined> {
  const { digits, given } = checked(phone, options);
  const filters = phoneFilters(digits, given.keys ?? []);
  const call = callOptionsOf(given);
  const { names: domains, odd } = listedNames(given.domains ?? (await source.domains(call)));
  const seen = new Set<string>();
  const asked = inOrder(domains, AT_ONCE, (domainId) => onDomain(source, domainId, filters, call));
  for await (const candidate of asked) {
    if (seen.has(candidate.entry.cdrId)) continue;
    seen.add(candidate.entry.cdrId);
    yield candidate;
  }
  refuseOddDomains(odd);
}

/** Names the method in the message, which begins with the operation. */
function inMethod(error: unknown): unknown {
  if (isConsentEvidenceError(error)) {
    error.message = error.message.replace(/^(?:cdrs|domains)\.list: /, `${METHOD}: `);
  }
  return error;
}

/** Searches every domain with every filter, and yields each record once. */
export async function* searchPhone(...given: Parameters<typeof search>): ReturnType<typeof search> {
  try {
    yield* search(...given);
  } catch (error) {
    throw inMethod(error);
  }
}

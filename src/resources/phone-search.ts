import { normalizePhone } from '../acceptance/normalize-phone.ts';
import type { CdrListEntry } from '../contract/cdr.ts';
import { listedNames } from '../contract/listed-names.ts';
import { identifierProblem } from '../contract/path.ts';
import { CallError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { refuseOddDomains } from '../errors/odd-domains.ts';
import type { Issue } from '../options/issue.ts';
import { type CallOptions, callOptionsOf, checkOptions } from '../transport/call-options.ts';
import type { ListCdrsOptions } from './cdr-list-query.ts';
import { phoneSpellings } from './phone-spellings.ts';

/** The service's operation, and the method that the caller knows. */
const OPERATION = 'cdrs.list';
const METHOD = 'cdrs.findByPhone';

/** Each key is searched for in every spelling, on every domain. */
const KEYS_MAX = 20;
const PAGE_SIZE = 100;

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

function namesIssues(path: string, names: unknown): Issue[] {
  if (names === undefined) return [];
  if (!Array.isArray(names)) return [{ path, message: 'expected a list of strings' }];
  const odd = names.findIndex((name) => typeof name !== 'string' || name === '');
  return odd === -1 ? [] : [{ path: `${path}[${odd}]`, message: 'expected a non-empty string' }];
}

function check(phone: unknown, { domains, keys }: FindByPhoneOptions): string {
  const digits = normalizePhone(phone as string);
  const issues = [...namesIssues('domains', domains), ...namesIssues('keys', keys)];
  if (issues.length === 0) {
    for (const [index, domainId] of (domains ?? []).entries()) {
      const message = identifierProblem(domainId);
      if (message !== undefined) issues.push({ path: `domains[${index}]`, message });
    }
  }
  if (issues.length === 0 && new Set(keys).size > KEYS_MAX) {
    issues.push({ path: 'keys', message: `expected at most ${KEYS_MAX} keys` });
  }
  if (digits === undefined) {
    const message = 'expected a 10-digit North American number, with an optional leading 1';
    issues.push({ path: 'phone', message });
  }
  if (digits === undefined || issues.length > 0) throw new InvalidInputError(issues, OPERATION);
  return digits;
}

/** Returns the filters to use on each domain, without duplicates. */
function filtersOf(digits: string, keys: readonly string[]): { key: string; value: string }[] {
  const automatic = { key: 'phones', value: `+1${digits}` };
  const own = [...new Set(keys)].flatMap((key) =>
    phoneSpellings(digits).map((value) => ({ key, value })),
  );
  const isNew = ({ key, value }: typeof automatic) =>
    key !== automatic.key || value !== automatic.value;
  return [automatic, ...own.filter(isNew)];
}

async function* search(
  source: PhoneSearchSource,
  phone: string,
  options: FindByPhoneOptions,
): AsyncGenerator<PhoneCandidate, void, undefined> {
  checkOptions(options, ['domains', 'keys'], OPERATION);
  const filters = filtersOf(check(phone, options), options.keys ?? []);
  const call = callOptionsOf(options);
  const { names: domains, odd } = listedNames(options.domains ?? (await source.domains(call)));
  const seen = new Set<string>();
  for (const domainId of domains) {
    try {
      for (const metadata of filters) {
        for await (const entry of source.list(domainId, {
          ...call,
          metadata,
          pageSize: PAGE_SIZE,
        })) {
          if (seen.has(entry.cdrId)) continue;
          seen.add(entry.cdrId);
          yield { domainId, entry, key: metadata.key };
        }
      }
    } catch (error) {
      throw error instanceof CallError ? Object.assign(error, { domainId }) : error;
    }
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

import type { AutoMetadata } from '../contract/auto-metadata.ts';
import { PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '../contract/limits.ts';
import { asRead } from '../options/as-read.ts';
import type { Issue } from '../options/issue.ts';
import { judgedBy, type Kind, nonEmptyText, oneOf, wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { withNearest } from '../options/with-nearest.ts';
import { CALL_OPTIONS, type CallOptions } from '../transport/call-options.ts';

/** One metadata pair to filter by (spec §4.2). */
export interface MetadataFilter {
  /** A key of `customMetadata` or `autoMetadata`. Editors complete the keys of the latter. */
  key: keyof AutoMetadata | (string & {});
  /** Compared as a whole, ignoring case, with white space normalised. */
  value: string;
}

/**
 * Options for a list of records (spec §4.2).
 *
 * @example
 * ```ts
 * const options: ListCdrsOptions = { pageSize: 100, order: 'asc', prefetch: 1 };
 * ```
 */
export interface ListCdrsOptions extends CallOptions {
  /** 1 to 100. Default: 20, set by the service. */
  pageSize?: number | undefined;
  /** By `createdAt`. Default: `desc`. Cannot be used with `metadata`, whose matches have no order. */
  order?: 'asc' | 'desc' | undefined;
  /** Only records that have this pair, in unspecified order (spec §4.2 rule 3). */
  metadata?: MetadataFilter | undefined;
  /** Where to start: a `nextPageToken`, or the `pageToken` of an error. */
  pageToken?: string | undefined;
  /** 1: fetch the next page while the current one is being used. Default: 0. */
  prefetch?: 0 | 1 | undefined;
}

function metadataIssues(metadata: unknown): Issue[] {
  if (typeof metadata !== 'object' || metadata === null) {
    return [{ path: '', message: 'expected { key, value }' }];
  }
  const { key, value, ...rest } = metadata as Record<string, unknown>;
  const issues: Issue[] = [];
  if (typeof key !== 'string' || key === '') {
    issues.push({ path: 'key', message: 'expected a non-empty string' });
  }
  // Without a value the service would ignore the filter, or match unintended records.
  if (typeof value !== 'string') {
    issues.push({ path: 'value', message: 'expected a string' });
  }
  for (const [name, text] of Object.entries({ key, value })) {
    // A query would carry another character in its place, and match unintended records.
    if (typeof text === 'string' && /\p{Surrogate}/u.test(text)) {
      issues.push({ path: name, message: 'must be well-formed Unicode' });
    }
  }
  for (const name of Object.keys(rest).slice(0, 20)) {
    const message = 'is not a known field; the filter is one key and one value';
    const path = name.slice(0, 100);
    issues.push({ path, message: withNearest(message, name, ['key', 'value']) });
  }
  return issues;
}

/**
 * A page token is valid only with its order and filter, so the filter is read once: what the caller
 * makes of it between two pages must not affect the walk.
 */
const metadataKind = (): Kind => ({
  ...judgedBy('{ key, value }', metadataIssues),
  read: (value) => (Array.isArray(value) ? value : asRead(value as object)),
});

/** The service would silently misread other values (spec §4.2 rules 1 to 3). */
export const LIST_OPTIONS = (): OptionTable<ListCdrsOptions> => ({
  ...CALL_OPTIONS(),
  pageSize: wholeNumber(PAGE_SIZE_MIN, PAGE_SIZE_MAX),
  order: oneOf('asc', 'desc'),
  metadata: metadataKind(),
  pageToken: nonEmptyText,
  prefetch: oneOf(0, 1),
});

/** Returns what is wrong between the options. */
export function listIssues({ order, metadata }: ListCdrsOptions): Issue[] {
  const message = 'has no effect together with metadata, whose matches have no order';
  return order !== undefined && metadata !== undefined ? [{ path: 'order', message }] : [];
}

/** Returns the query of one page (spec §4.2). */
export function listQuery(
  { pageSize, order, metadata }: ListCdrsOptions,
  pageToken: string | undefined,
): Record<string, string | undefined> {
  return {
    pageSize: pageSize === undefined ? undefined : String(pageSize),
    pageToken,
    order,
    metadataKey: metadata?.key,
    metadataValue: metadata?.value,
  };
}

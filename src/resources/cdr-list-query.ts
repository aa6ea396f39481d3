import type { AutoMetadata } from '../contract/auto-metadata.ts';
import { PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '../contract/limits.ts';
import { asRead } from '../options/as-read.ts';
import type { Issue } from '../options/issue.ts';
import { withNearest } from '../options/with-nearest.ts';
import type { CallOptions } from '../transport/call-options.ts';

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

export const LIST_OPTION_NAMES = ['pageSize', 'order', 'metadata', 'pageToken', 'prefetch'];

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Copies the options. A page token is valid only with its order and filter, so changes that the
 * caller makes to the object between two pages must not affect the walk. A non-object is refused
 * later.
 */
export function copyOf(options: ListCdrsOptions): ListCdrsOptions {
  if (!isRecord(options)) return options;
  const copy = asRead(options);
  const { metadata } = copy;
  return isRecord(metadata) ? { ...copy, metadata: asRead(metadata) } : copy;
}

function metadataIssues(metadata: unknown): Issue[] {
  if (typeof metadata !== 'object' || metadata === null) {
    return [{ path: 'metadata', message: 'expected { key, value }' }];
  }
  const { key, value, ...rest } = metadata as Record<string, unknown>;
  const issues: Issue[] = [];
  if (typeof key !== 'string' || key === '') {
    issues.push({ path: 'metadata.key', message: 'expected a non-empty string' });
  }
  // Without a value the service would ignore the filter, or match unintended records.
  if (typeof value !== 'string') {
    issues.push({ path: 'metadata.value', message: 'expected a string' });
  }
  for (const [name, text] of Object.entries({ key, value })) {
    // A query would carry another character in its place, and match unintended records.
    if (typeof text === 'string' && /\p{Surrogate}/u.test(text)) {
      issues.push({ path: `metadata.${name}`, message: 'must be well-formed Unicode' });
    }
  }
  for (const name of Object.keys(rest).slice(0, 20)) {
    const message = 'is not a known field; the filter is one key and one value';
    const path = `metadata.${name.slice(0, 100)}`;
    issues.push({ path, message: withNearest(message, name, ['key', 'value']) });
  }
  return issues;
}

/** Lists the options that the service would silently misread (spec §4.2 rules 1 to 3). */
export function listIssues(options: ListCdrsOptions): Issue[] {
  const { pageSize, order, metadata, pageToken, prefetch } = options;
  const issues: Issue[] = [];
  const refuse = (path: string, message: string) => issues.push({ path, message });
  const size = pageSize as unknown;
  if (
    size !== undefined &&
    !(
      Number.isInteger(size) &&
      (size as number) >= PAGE_SIZE_MIN &&
      (size as number) <= PAGE_SIZE_MAX
    )
  ) {
    refuse('pageSize', `expected a whole number from ${PAGE_SIZE_MIN} to ${PAGE_SIZE_MAX}`);
  }
  if (order !== undefined && !['asc', 'desc'].includes(order)) {
    refuse('order', 'expected "asc" or "desc"');
  }
  if (order !== undefined && metadata !== undefined) {
    refuse('order', 'has no effect together with metadata, whose matches have no order');
  }
  if (metadata !== undefined) issues.push(...metadataIssues(metadata));
  if (pageToken !== undefined && (typeof pageToken !== 'string' || pageToken === '')) {
    refuse('pageToken', 'expected a non-empty string');
  }
  if (prefetch !== undefined && ![0, 1].includes(prefetch)) refuse('prefetch', 'expected 0 or 1');
  return issues;
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

import * as z from 'zod/mini';
import { type CdrListEntry, cdrListEntrySchema } from '../cdr.ts';
import { type EndpointFacts, endpoint } from '../endpoint.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '../limits.ts';
import { sampleEntry } from '../sample-cdr.ts';
import { exactly, schemaOf } from '../schema-of.ts';

/** The query of `GET /v1/domains/<domain_id>/cdrs`, as broad as the service accepts it (spec §4.2). */
export interface ListCdrsQuery {
  /** 1 to 100. A value out of range, or not a number, means the default and is not an error. */
  pageSize?: number | string | undefined;
  /** The `nextPageToken` of the previous page. */
  pageToken?: string | undefined;
  /** Exactly `asc` ascends, anything else descends. */
  order?: 'asc' | 'desc' | (string & {}) | undefined;
  /** Requires `metadataValue`. */
  metadataKey?: string | undefined;
  /** Ignored without `metadataKey`. */
  metadataValue?: string | undefined;
}

/** `data` of `GET /v1/domains/<domain_id>/cdrs` (spec §4.2). */
export interface ListCdrsData {
  /** The entries of this page, possibly fewer than requested. */
  cdrs: CdrListEntry[];
  /** Present only if more records exist. A short or empty page may have it. */
  nextPageToken?: string;
}

/** `GET /v1/domains/<domain_id>/cdrs` (spec §4.2). */
export const listCdrs = endpoint({
  operation: 'cdrs.list',
  section: '4.2',
  summary: 'Page through records on a domain',
  method: 'GET',
  path: '/v1/domains/:domainId/cdrs',
  aliases: [],
  needsKey: true,
  billable: false,
  repeat: 'read',
  inDoubt: null,
  hints: {},
  secrets: ['metadataValue'], // may be a phone number
  query: schemaOf(exactly<ListCdrsQuery>, () =>
    z.object({
      pageSize: z.optional(z.union([z.number(), z.string()])),
      pageToken: z.optional(z.string()),
      order: z.optional(z.union([z.enum(['asc', 'desc']), z.string()])),
      metadataKey: z.optional(z.string()),
      metadataValue: z.optional(z.string()),
    }),
  ),
  body: null,
  data: schemaOf(exactly<ListCdrsData>, () =>
    z.object({
      cdrs: z.array(cdrListEntrySchema()),
      // An empty token would request the first page again.
      nextPageToken: z.exactOptional(z.string().check(z.minLength(1))),
    }),
  ),
  needs: ['cdrs', 'nextPageToken'],
});

export const listCdrsFacts = (): EndpointFacts<typeof listCdrs> => ({
  refuses: {
    INVALID_ARGUMENT:
      '`pageToken` is not a record on this domain, or `metadataKey` or `metadataValue` is missing, empty or too long.',
    NOT_FOUND: 'The organization holds no record on this domain.',
  },
  about:
    'Lists the records on one domain, newest first unless `order` says otherwise. Follow `nextPageToken` until it is absent: a page may hold fewer records than `pageSize`, or none, and still not be the last. Invalid records are left out. With `metadataKey` the order is unspecified; sort by `createdAt` yourself.',
  names: { data: 'CdrPage' },
  inputs: {
    domainId:
      'The base domain: a `domainId` of a record, or an entry of the list of domains (spec §2.2).',
    pageSize: `Records on a page, 1 to ${PAGE_SIZE_MAX}; default: ${PAGE_SIZE_DEFAULT}. A fraction is truncated; a value out of range or not a number means the default and is not an error (spec §4.2).`,
    pageToken:
      'The `nextPageToken` of the previous page; a record on this domain, else 400 (spec §4.2).',
    order:
      'By `createdAt`: exactly `asc` ascends, anything else descends. Default: `desc` (spec §4.2).',
    metadataKey:
      'Only records that have this key in `customMetadata` or `autoMetadata`; 400 without `metadataValue` (spec §4.2).',
    metadataValue:
      'The value of `metadataKey`, compared without letter case and with white space normalized; ignored without it (spec §4.2).',
  },
  sends: () => ({
    pageSize: z._default(
      z.int().check(z.minimum(PAGE_SIZE_MIN), z.maximum(PAGE_SIZE_MAX)),
      PAGE_SIZE_DEFAULT,
    ),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  example: { domainId: 'sunroof.example', pageSize: 2, order: 'desc' },
  sample: { cdrs: [sampleEntry], nextPageToken: sampleEntry.cdrId },
});

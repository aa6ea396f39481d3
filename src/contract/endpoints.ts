import * as z from 'zod/mini';
import { acceptanceSchema, type CriteriaMembers } from './acceptance.ts';
import type { Endpoint } from './endpoint.ts';
import {
  collectCdrDataSchema,
  getCdrDataSchema,
  listCdrsDataSchema,
  listDomainsDataSchema,
  receiveShareDataSchema,
  shareCdrDataSchema,
} from './replies.ts';
import { exactly, schemaOf } from './schema-of.ts';

/* @__NO_SIDE_EFFECTS__ */
function row<const Path extends string, Data>(
  endpoint: Endpoint<Path, Data>,
): Endpoint<Path, Data> {
  return endpoint;
}

/** The query of `GET /v1/domains/<domain_id>/cdrs`, no narrower than the service takes it (spec §4.2). */
export interface ListCdrsQuery {
  /** 1 to 100; what is out of range, or is no number, means the default and is no error. */
  pageSize?: number | string | undefined;
  /** The `nextPageToken` of the page before. */
  pageToken?: string | undefined;
  /** Exactly `asc` ascends, anything else descends. */
  order?: 'asc' | 'desc' | (string & {}) | undefined;
  /** Goes with `metadataValue`. */
  metadataKey?: string | undefined;
  /** Ignored without `metadataKey`. */
  metadataValue?: string | undefined;
}

/** The body of `POST /v1/cdrs/<cdr_id>/share` (spec §4.5). */
export interface ShareCdrBody {
  /** Milliseconds from now; here too anything else than a positive number means the default. */
  expiresInMs?: unknown;
}

/** The body of `POST /v1/shares/<token>` (spec §4.6): strict. */
export interface ReceiveShareBody {
  /** `true` unless said. */
  collect?: boolean | undefined;
  /** What the record must meet. */
  acceptance?: CriteriaMembers | undefined;
}

const listCdrsQuerySchema = schemaOf(exactly<ListCdrsQuery>, () =>
  z.object({
    pageSize: z.optional(z.union([z.number(), z.string()])),
    pageToken: z.optional(z.string()),
    order: z.optional(z.union([z.enum(['asc', 'desc']), z.string()])),
    metadataKey: z.optional(z.string()),
    metadataValue: z.optional(z.string()),
  }),
);

const shareBodySchema = schemaOf(exactly<ShareCdrBody>, () =>
  z.object({ expiresInMs: z.optional(z.unknown()) }),
);

const receiveBodySchema = schemaOf(exactly<ReceiveShareBody>, () =>
  z.strictObject({
    collect: z.optional(z.boolean()),
    acceptance: z.optional(acceptanceSchema()),
  }),
);

/** Every endpoint of the API (spec §4). */
export const endpoints = {
  listDomains: row({
    operation: 'domains.list',
    section: '4.1',
    summary: 'List domains',
    method: 'GET',
    path: '/v1/domains',
    aliases: [],
    needsKey: true,
    billable: false,
    repeat: 'read',
    query: null,
    body: null,
    data: listDomainsDataSchema,
    needs: ['domains'],
  }),
  listCdrs: row({
    operation: 'cdrs.list',
    section: '4.2',
    summary: 'Page through records on a domain',
    method: 'GET',
    path: '/v1/domains/:domainId/cdrs',
    aliases: [],
    needsKey: true,
    billable: false,
    repeat: 'read',
    query: listCdrsQuerySchema,
    body: null,
    data: listCdrsDataSchema,
    needs: ['cdrs', 'nextPageToken'],
  }),
  getCdr: row({
    operation: 'cdrs.get',
    section: '4.3',
    summary: 'One record in full',
    method: 'GET',
    path: '/v1/cdrs/:cdrId',
    aliases: [],
    needsKey: true,
    billable: false,
    repeat: 'read',
    query: null,
    body: null,
    data: getCdrDataSchema,
    needs: ['cdr'],
  }),
  collectCdr: row({
    operation: 'cdrs.collect',
    section: '4.4',
    summary: 'Pay for a record, gain download access',
    method: 'POST',
    path: '/v1/cdrs/:cdrId/collect',
    aliases: [],
    needsKey: true,
    billable: true,
    repeat: 'idempotent',
    query: null,
    body: null,
    data: collectCdrDataSchema,
    needs: ['cdrId', 'alreadyCollected'],
  }),
  shareCdr: row({
    operation: 'cdrs.share',
    section: '4.5',
    summary: 'Create a share token',
    method: 'POST',
    path: '/v1/cdrs/:cdrId/share',
    aliases: [],
    needsKey: true,
    billable: false,
    repeat: 'once',
    query: null,
    body: shareBodySchema,
    data: shareCdrDataSchema,
    needs: ['token', 'shareUrl', 'expiresAt'],
  }),
  receiveShare: row({
    operation: 'shares.receive',
    section: '4.6',
    summary: 'Receive a shared record',
    method: 'POST',
    path: '/v1/shares/:token',
    aliases: ['/v1/shares/:token/claim'],
    needsKey: true,
    billable: true,
    repeat: 'idempotent',
    query: null,
    body: receiveBodySchema,
    data: receiveShareDataSchema,
    needs: ['cdrId', 'alreadyClaimed'],
  }),
  openShare: row({
    operation: 'shares.dashboardUrl',
    section: '4.7',
    summary: 'Redirect a person to the dashboard',
    method: 'GET',
    path: '/v1/shares/:token',
    aliases: [],
    needsKey: false,
    billable: false,
    repeat: 'read',
    query: null,
    body: null,
    data: null,
    needs: [],
  }),
};

/** The name of an endpoint: one word for its row, its operation's file and its tests. */
export type EndpointName = keyof typeof endpoints;

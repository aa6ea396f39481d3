import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { KnownErrorCode } from '../../src/contract/error-codes.ts';

/** How one call is made in the lines that are proposed: by whom, and of what. */
export interface Way {
  /** The variable of the client that calls, and of its organization. */
  readonly client: 'seller' | 'buyer';
  /** The call of a record or link that is named by `of`. */
  readonly call: (of?: string) => string;
}

/**
 * A call of each operation. In the lines, `seller` and `buyer` are clients, `producer` and `receiver`
 * their organizations; `cdrId` is a record that the seller holds, `domainId` its domain, and
 * `shareUrl` its link.
 */
export const WAYS: { readonly [Name in EndpointName]: Way } = {
  listDomains: { client: 'seller', call: () => 'await seller.domains.list()' },
  listCdrs: {
    client: 'seller',
    call: (of = 'domainId') => `await seller.cdrs.list(${of}).toArray({ limit: 10 })`,
  },
  getCdr: { client: 'seller', call: (of = 'cdrId') => `await seller.cdrs.get(${of})` },
  collectCdr: { client: 'seller', call: (of = 'cdrId') => `await seller.cdrs.collect(${of})` },
  shareCdr: { client: 'seller', call: (of = 'cdrId') => `await seller.cdrs.share(${of})` },
  receiveShare: {
    client: 'buyer',
    call: (of = 'shareUrl') => `await buyer.shares.receive(${of})`,
  },
  openShare: {
    client: 'buyer',
    call: (of = 'shareUrl') => `await buyer.shares.dashboardUrl(${of})`,
  },
};

const ORGANIZATION = { seller: 'producer', buyer: 'receiver' } as const;

const isOfLink = (name: EndpointName): boolean => name === 'receiveShare' || name === 'openShare';

/** Calls it of a record that is captured on the way. */
function ofCaptured(name: EndpointName, page: string): string {
  const made = isOfLink(name) ? 'shareUrl' : 'cdrId';
  const { call } = WAYS[name];
  return `const made = mock.capture(producer, ${page}); ${call(`made.${made}`)}`;
}

type Line = (name: EndpointName, way: Way) => string | undefined;

const then =
  (before: string): Line =>
  (_name, { call }) =>
    `${before}; ${call()}`;

const INVALID: Partial<Record<EndpointName, string>> = {
  listCdrs:
    "await mock.fetch(`${mock.url('cdrs.list', domainId)}?pageToken=unknown`, { headers: { 'x-api-key': producer.apiKey } })",
  shareCdr:
    "await mock.fetch(mock.url('cdrs.share', cdrId), { method: 'POST', headers: { 'x-api-key': producer.apiKey }, body: '{' })",
  receiveShare: 'await seller.shares.receive(shareUrl)',
};

const TOO_OLD = '{ acceptance: { schemaVersion: 1, record: { maxAgeSeconds: 1 } } }';

/**
 * How each code is brought about. `undefined`: the fake does not give it for this operation, unless a
 * reading says so; then the reading is an item of its own.
 */
export const LINES: { readonly [Code in KnownErrorCode]: Line } = {
  CDR_PENDING: (name) =>
    ofCaptured(name, 'presets.checkedBox({ render: { afterReceives: 1 }, autoShare: true })'),
  INVALID_ARGUMENT: (name) => INVALID[name],
  COLLECT_REQUIRED: () => 'await buyer.shares.receive(shareUrl, { collect: false })',
  UNAUTHENTICATED: (_name, { client, call }) =>
    `mock.revokeApiKey(${ORGANIZATION[client]}.apiKey); ${call()}`,
  API_ACCESS_DISABLED: (_name, { client, call }) =>
    `mock.updateOrganization(${ORGANIZATION[client]}, { apiAccess: 'off' }); ${call()}`,
  PASSTHROUGH_ORG_CANNOT_COLLECT: then(
    "mock.updateOrganization(producer, { billing: false, apiAccess: 'granted' })",
  ),
  PASSTHROUGH_ORG_CANNOT_CLAIM: then(
    "mock.updateOrganization(receiver, { billing: false, apiAccess: 'granted' })",
  ),
  NOT_FOUND: (name, { call }) =>
    name === 'listCdrs' || name === 'openShare' ? undefined : call("'unknown'"),
  CDR_DEV_MODE: (name) => ofCaptured(name, 'presets.devModeCapture({ autoShare: true })'),
  CONFLICT: then('mock.duplicate(cdrId)'),
  GONE: (name, { call }) =>
    name === 'openShare' ? undefined : `await mock.clock.advance({ days: 31 }); ${call()}`,
  CDR_INVALID: then('mock.invalidate(cdrId)'),
  CDR_ACCEPTANCE_FAILED: () =>
    `await mock.clock.advance({ seconds: 2 }); await buyer.shares.receive(shareUrl, ${TOO_OLD})`,
  // No cause is documented (spec §7), so only a fault gives them.
  FORBIDDEN: () => undefined,
  FAILED_PRECONDITION: () => undefined,
  METHOD_NOT_ALLOWED: () => undefined,
};

import type { ConsentEvidence } from '../../../src/client.ts';
import type { Operation } from '../../../src/contract/endpoints.ts';
import type { CallOptions } from '../../../src/transport/call-options.ts';
import { ok, type Play } from './answers.ts';

export const entry = {
  cdrId: 'cdr_1',
  domainId: 'example.com',
  domain: 'quotes.example.com',
  createdAt: 1,
  contentType: 'image/png',
  size: 4,
  collected: false,
};
export const cdr = { ...entry, organizationName: 'Acme', capturedAt: 0 };
export const received = {
  claimed: true,
  cdrId: 'cdr_1',
  domainId: 'example.com',
  alreadyClaimed: false,
  shareEventId: 'ev_1',
};

/** One operation as the tests call it. */
export interface OperationCase {
  readonly name: string;
  readonly operation: Operation;
  readonly kind: 'read' | 'idempotent' | 'once';
  readonly success: Play;
  call(client: ConsentEvidence, options?: CallOptions): Promise<unknown>;
}

/** Every operation that is one request, with an answer that it is content with. */
export const operations: OperationCase[] = [
  {
    name: 'domains.list',
    operation: 'domains.list',
    kind: 'read',
    success: ok({ domains: [] }),
    call: (client, options) => client.domains.list(options),
  },
  {
    name: 'cdrs.list',
    operation: 'cdrs.list',
    kind: 'read',
    success: ok({ cdrs: [] }),
    call: (client, options) => client.cdrs.list('example.com', options).page(),
  },
  {
    name: 'cdrs.get',
    operation: 'cdrs.get',
    kind: 'read',
    success: ok({ cdr }),
    call: (client, options) => client.cdrs.get('cdr_1', options),
  },
  {
    name: 'shares.dashboardUrl',
    operation: 'shares.dashboardUrl',
    kind: 'read',
    success: () =>
      new Response(null, { status: 302, headers: { location: 'https://dash.example' } }),
    call: (client, options) => client.shares.dashboardUrl('tok_1', options),
  },
  {
    name: 'request GET',
    operation: 'request',
    kind: 'read',
    success: ok({}),
    call: (client, options) => client.request({ method: 'GET', path: '/v1/new', ...options }),
  },
  {
    name: 'cdrs.collect',
    operation: 'cdrs.collect',
    kind: 'idempotent',
    success: ok({ cdrId: 'cdr_1', collected: true, alreadyCollected: false }),
    call: (client, options) => client.cdrs.collect('cdr_1', options),
  },
  {
    name: 'shares.receive',
    operation: 'shares.receive',
    kind: 'idempotent',
    success: ok(received),
    call: (client, options) => client.shares.receive('tok_1', options),
  },
  {
    name: 'cdrs.share',
    operation: 'cdrs.share',
    kind: 'once',
    success: ok({ token: 'tok_9', shareUrl: '/v1/shares/tok_9', expiresAt: 1 }),
    call: (client, options) => client.cdrs.share('cdr_1', options),
  },
  {
    name: 'request POST',
    operation: 'request',
    kind: 'once',
    success: ok({}),
    call: (client, options) => client.request({ method: 'POST', path: '/v1/new', ...options }),
  },
];

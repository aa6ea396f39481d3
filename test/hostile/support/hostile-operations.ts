import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsentEvidence } from '../../../src/client/client.ts';
import type { Operation } from '../../../src/contract/endpoints.ts';
import type { CallOptions } from '../../../src/transport/call-options.ts';
import type { Stage } from './behaviour.ts';
import { type HostileWorld, PHONE } from './hostile-world.ts';
import type { Repeatability } from './rules.ts';

/** One way to call the service, and which of its requests is treated badly. */
export interface HostileOperation {
  readonly name: string;
  /** Its name in errors. */
  readonly operation: Operation;
  readonly rule: Repeatability;
  /** What the struck request waits for. */
  readonly stage: Stage;
  /** The index of the struck request, from 0. */
  readonly strikeAt: number;
  /** How many requests an undisturbed call makes. */
  readonly requests: number;
  /** What one success leaves in the service. */
  readonly effect: 'charge' | 'token' | undefined;
  /** The caller must already have access to its record. */
  readonly collected?: boolean;
  /** In a walk, limits and counts apply to each page, and an error names the page. */
  readonly walk?: boolean;
  call(world: HostileWorld, options: CallOptions): Promise<unknown>;
}

const DOMAIN = 'example.com';
const acceptance = { schemaVersion: 1, leadMatch: { phone: PHONE } } as const;
const read = { rule: 'read', effect: undefined, strikeAt: 0, requests: 1 } as const;

async function entriesOf(client: ConsentEvidence, options: CallOptions) {
  const entries = [];
  for await (const entry of client.cdrs.list(DOMAIN, { pageSize: 1, ...options })) {
    entries.push(entry);
  }
  return entries;
}

/** Downloads into its own folder, which must then hold either the image or nothing. */
async function toFile({ client, cdrId }: HostileWorld, options: CallOptions): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  let left: string[] = [];
  try {
    const receipt = await client.cdrs.downloadTo(cdrId, join(folder, 'image.png'), options);
    left = ['image.png'];
    return receipt;
  } finally {
    const found = await readdir(folder);
    await rm(folder, { recursive: true });
    if (found.join() !== left.join()) throw new Error(`left in the folder: ${found.join()}`);
  }
}

const download = { ...read, operation: 'cdrs.download', collected: true, requests: 2 } as const;
const walk = {
  ...read,
  operation: 'cdrs.list',
  stage: 'envelope',
  requests: 3,
  walk: true,
} as const;

/** Every operation. One with several requests is listed once for each kind of request. */
export const hostileOperations: readonly HostileOperation[] = [
  {
    ...read,
    name: 'domains.list',
    operation: 'domains.list',
    stage: 'envelope',
    call: ({ client }, options) => client.domains.list(options),
  },
  {
    ...read,
    name: 'cdrs.list, one page',
    operation: 'cdrs.list',
    stage: 'envelope',
    call: ({ client }, options) => client.cdrs.list(DOMAIN, { pageSize: 1, ...options }).page(),
  },
  {
    ...walk,
    name: 'cdrs.list, first page of a walk',
    call: ({ client }, options) => entriesOf(client, options),
  },
  {
    ...walk,
    name: 'cdrs.list, second page of a walk',
    strikeAt: 1,
    call: ({ client }, options) => entriesOf(client, options),
  },
  {
    ...walk,
    name: 'cdrs.list, last page of a walk that looks ahead',
    strikeAt: 2,
    call: ({ client }, options) =>
      client.cdrs.list(DOMAIN, { pageSize: 1, prefetch: 1, ...options }).toArray({ limit: 3 }),
  },
  {
    ...read,
    name: 'cdrs.get',
    operation: 'cdrs.get',
    stage: 'envelope',
    call: ({ client, cdrId }, options) => client.cdrs.get(cdrId, options),
  },
  {
    name: 'cdrs.collect',
    operation: 'cdrs.collect',
    rule: 'idempotent',
    stage: 'envelope',
    strikeAt: 0,
    requests: 1,
    effect: 'charge',
    call: ({ client, cdrId }, options) => client.cdrs.collect(cdrId, options),
  },
  {
    name: 'cdrs.share',
    operation: 'cdrs.share',
    rule: 'once',
    stage: 'envelope',
    strikeAt: 0,
    requests: 1,
    effect: 'token',
    call: ({ client, cdrId }, options) =>
      client.cdrs.share(cdrId, { expiresIn: { days: 1 }, ...options }),
  },
  {
    ...download,
    name: 'cdrs.download, the record',
    stage: 'envelope',
    call: ({ client, cdrId }, options) => client.cdrs.download(cdrId, options),
  },
  {
    ...download,
    name: 'cdrs.download, the image',
    stage: 'image',
    strikeAt: 1,
    call: ({ client, cdrId }, options) => client.cdrs.download(cdrId, options),
  },
  {
    ...download,
    name: 'cdrs.downloadTo, the record',
    stage: 'envelope',
    call: toFile,
  },
  {
    ...download,
    name: 'cdrs.downloadTo, the image',
    stage: 'image',
    strikeAt: 1,
    call: toFile,
  },
  {
    name: 'shares.receive',
    operation: 'shares.receive',
    rule: 'idempotent',
    stage: 'envelope',
    strikeAt: 0,
    requests: 1,
    effect: 'charge',
    call: ({ client, shareUrl }, options) =>
      client.shares.receive(shareUrl, { acceptance, ...options }),
  },
  {
    ...read,
    name: 'shares.dashboardUrl',
    operation: 'shares.dashboardUrl',
    stage: 'redirect',
    call: ({ client, shareUrl }, options) => client.shares.dashboardUrl(shareUrl, options),
  },
  {
    ...read,
    name: 'request GET',
    operation: 'request',
    stage: 'envelope',
    call: ({ client, cdrId }, options) =>
      client.request({ method: 'GET', path: `/v1/cdrs/${cdrId}`, ...options }),
  },
  {
    name: 'request POST',
    operation: 'request',
    rule: 'once',
    stage: 'envelope',
    strikeAt: 0,
    requests: 1,
    effect: 'token',
    call: ({ client, cdrId }, options) =>
      client.request({
        method: 'POST',
        path: `/v1/cdrs/${cdrId}/share`,
        body: { expiresInMs: 60_000 },
        ...options,
      }),
  },
];

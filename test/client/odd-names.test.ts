import { describe, expect, it } from 'vitest';
import { archiveEvidence } from '../../src/archive/index.ts';
import { type CdrListEntry, type ConsentEvidence, PaginationError } from '../../src/index.ts';
import { createLeadIntake, memoryLedger } from '../../src/intake/index.ts';
import { reconcile, unacknowledgedCdrs, type WebhookInbox } from '../../src/webhooks/index.ts';
import { MemoryVault } from '../archive/support/memory-vault.ts';
import { ok } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { cdr, entry } from './support/operations.ts';

const ODD = ['', '.', '..', 'a/b', 'a\\b', 'tab\there', '\ud800', 'x'.repeat(10_000)];
const GOOD = ['a.example', 'z.example'];

/** A service that lists these domains, with these records on each of the good ones. */
function serviceOf(domains: readonly unknown[], cdrs: readonly Partial<CdrListEntry>[]) {
  const asked: string[] = [];
  const client = clientWith(async (url) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const data = pathname.endsWith('/domains')
      ? { domains }
      : pathname.endsWith('/cdrs')
        ? {
            cdrs: cdrs.map((each) => ({ ...entry, webhookSuccessfullySentAt: undefined, ...each })),
          }
        : { cdr: { ...cdr, guest: true, collected: false } };
    return ok(data)({} as never);
  });
  const lists = (): string[] => asked.filter((path) => path.endsWith('/cdrs'));
  return { client, lists };
}

async function walk(items: AsyncIterable<unknown>): Promise<{ items: unknown[]; error: unknown }> {
  const found: unknown[] = [];
  try {
    for await (const item of items) found.push(item);
  } catch (error) {
    return { items: found, error };
  }
  return { items: found, error: undefined };
}

const WALKS: Readonly<Record<string, (client: ConsentEvidence) => AsyncIterable<unknown>>> = {
  findByPhone: (client) => client.cdrs.findByPhone('2125550147'),
  orphans: (client) =>
    createLeadIntake({ client, ledger: memoryLedger(), criteria: { schemaVersion: 1 } }).orphans(),
  unacknowledgedCdrs: (client) => unacknowledgedCdrs(client, { since: 0 }),
};

const inboxOf = (taken: string[]): WebhookInbox => ({
  take: async ({ cdrId }) => {
    taken.push(cdrId);
    return 'new';
  },
  known: async () => [],
  marks: async () => [],
  keepMark: async () => undefined,
});

describe.each(Object.entries(WALKS))('%s over an account with an odd domain', (_, start) => {
  it.each(ODD)('reads the others, and then says that %j was left out', async (odd) => {
    const { client, lists } = serviceOf(['a.example', odd, 'z.example'], [{ cdrId: 'cdr_1' }]);
    const { items, error } = await walk(start(client));
    expect(items.length).toBeGreaterThan(0);
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ reason: 'odd_domain', domainId: odd });
    expect(new Set(lists())).toEqual(new Set(GOOD.map((each) => `/v1/domains/${each}/cdrs`)));
  });
});

describe('an odd domain that the service lists', () => {
  it.each(ODD)('is a problem in the report of a reconciliation: %j', async (odd) => {
    const { client, lists } = serviceOf(['a.example', odd, 'z.example'], []);
    const { problems } = await reconcile(client, inboxOf([]), { since: 0 });
    expect(problems).toMatchObject([{ domainId: odd }]);
    expect(lists()).toHaveLength(2);
  });

  it.each(ODD)('is a problem in the report of an archive: %j', async (odd) => {
    const { client, lists } = serviceOf(['a.example', odd, 'z.example'], []);
    const report = await archiveEvidence(client, { vault: new MemoryVault() });
    expect(report).toMatchObject({ ok: false, problems: [{ kind: 'list', domainId: odd }] });
    expect(lists()).toHaveLength(2);
  });

  it('is refused by name where the caller names it', async () => {
    const { client, lists } = serviceOf([], []);
    const search = client.cdrs.findByPhone('2125550147', { domains: ['a.example', 'a/b'] });
    expect(await failureOf(search.next())).toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: 'domains.1' }],
    });
    expect(lists()).toEqual([]);
  });
});

describe('an odd record that the service lists', () => {
  it.each(ODD)('%j stops no walk, no reconciliation and no archive', async (odd) => {
    const records = [{ cdrId: odd }, { cdrId: 'cdr_1' }];
    const { client } = serviceOf(['a.example'], records);
    for (const start of Object.values(WALKS)) {
      expect(await walk(start(client))).toMatchObject({ items: [{}, {}], error: undefined });
    }
    const taken: string[] = [];
    const { problems } = await reconcile(client, inboxOf(taken), { since: 0 });
    expect(problems).toMatchObject([{ domainId: 'a.example', cdrId: odd }]);
    const collected = { collected: true, downloadUrl: '/image' } as const;
    const { client: archived } = serviceOf(['a.example'], [{ cdrId: odd, ...collected }]);
    const report = await archiveEvidence(archived, { vault: new MemoryVault() });
    expect(report.problems).toMatchObject([{ cdrId: odd }]);
  });
});

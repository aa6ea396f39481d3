import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { archiveEvidence, archiveRecord, writeDossier } from '../../src/archive/index.ts';
import { wireOf } from '../../src/client/client-wire.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { reconcile, unacknowledgedCdrs, type WebhookInbox } from '../../src/webhooks/index.ts';
import { MemoryVault } from '../archive/support/memory-vault.ts';
import { all, leadOf, leadWorld, OTHER_PHONE } from '../intake/support/lead-world.ts';
import { ok, playing } from './support/answers.ts';
import { failureOf } from './support/failure-of.ts';
import { WRAPPINGS } from './support/wrappings.ts';

const tests = Object.entries(WRAPPINGS);

/** An account with one collected record of its own. */
function ownWorld() {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'handed' });
  const owner = mock.addOrganization({ name: 'Sunroof Leads' });
  const { cdrId } = mock.capture(owner, presets.checkedBox());
  return { mock, cdrId, options: mock.clientOptions(owner) };
}

function emptyInbox() {
  const taken: string[] = [];
  const inbox: WebhookInbox = {
    take: async ({ cdrId }) => (taken.push(cdrId), 'new'),
    known: async () => [],
    marks: async () => [],
    keepMark: async () => undefined,
  };
  return { inbox, taken };
}

describe.each(tests)('%s', (_, wrap) => {
  it('decides a lead, its refusal and its orphan, and names the requests', async () => {
    const { intakeOf, mock, buyer, capture, share, paid } = leadWorld();
    const client = await wrap({ ...mock.clientOptions(buyer), maxRetries: 0 });
    const errors: unknown[] = [];
    const ledger = memoryLedger();
    const intake = intakeOf(ledger, { client, onError: (error) => void errors.push(error) });
    const link = await share(capture());
    expect(await intake.take(leadOf('L-1', link))).toMatchObject({ decision: 'accept' });
    expect(await intake.take(leadOf('L-2', link))).toMatchObject({
      firstLead: { source: '', leadId: 'L-1' },
    });
    const stranger = leadOf('L-3', await share(capture()), OTHER_PHONE);
    expect(await intake.take(stranger)).toMatchObject({
      decision: 'refuse',
      reasons: [{ code: 'LEAD_PHONE_NOT_MATCHED' }],
    });
    expect((await ledger.get({ source: '', leadId: 'L-3' }))?.requestIds).toHaveLength(1);
    expect([paid().length, errors]).toEqual([1, []]);
    expect(await all(intake.orphans())).toEqual([]);
  });

  it('is archived, put in a dossier, reconciled and listed', async () => {
    const { mock, cdrId, options } = ownWorld();
    const client = await wrap(options);
    const { clock } = mock;
    const report = await archiveEvidence(client, { vault: new MemoryVault(), clock });
    expect(report).toMatchObject({ ok: true, counts: { archived: 1 } });
    const job = { vault: new MemoryVault(), cdrId, clock };
    expect(await archiveRecord(client, job)).toEqual({ cdrId, state: 'archived' });
    const dossier = {
      phone: '(212) 555-0147',
      folder: await mkdtemp(join(tmpdir(), 'dossier-')),
      clock,
    };
    const written = await writeDossier(client, dossier);
    expect(written.problems).toEqual([]);
    await rm(dossier.folder, { recursive: true });
    const { inbox, taken } = emptyInbox();
    const found = await reconcile(client, inbox, { since: 0, olderThanMs: 0, clock });
    expect([found.seen, found.problems, taken]).toEqual([1, undefined, [cdrId]]);
    expect(await all(unacknowledgedCdrs(client, { since: 0, clock }))).toHaveLength(1);
  });
});

describe('a client whose methods are taken apart', () => {
  it('works, and so does the clock of the fake', async () => {
    const { mock, cdrId, options } = ownWorld();
    const { cdrs, shares, check, request, withOptions } = new ConsentEvidence(options);
    const { get, list } = cdrs;
    const { tokenOf } = shares;
    const { now } = mock.clock;
    expect(await get(cdrId)).toMatchObject({ cdrId });
    const { pages } = list(
      (await new Proxy(new ConsentEvidence(options), {}).domains.list())[0] ?? '',
    );
    for await (const page of pages()) expect(page.cdrs).toHaveLength(1);
    expect([tokenOf('tok_1'), now()]).toEqual(['tok_1', mock.clock.now()]);
    expect(await check()).toMatchObject({ ok: true });
    expect(await request({ method: 'GET', path: '/v1/domains' })).toBeDefined();
    expect(await withOptions({ maxRetries: 0 }).cdrs.get(cdrId)).toMatchObject({ cdrId });
  });

  it('does not list the methods when it is printed', () => {
    const { cdrs } = new ConsentEvidence();
    expect(Object.keys(cdrs)).toEqual([]);
  });

  it('is found by what sends with it, through a Proxy too', () => {
    const client = new ConsentEvidence();
    expect(wireOf(new Proxy(client, {}))).toBe(wireOf(client));
  });
});

describe('withOptions', () => {
  const options = { apiKey: 'key.secret', baseUrl: 'https://api.example.com' };

  it('gives a copy of the subclass', async () => {
    class Counting extends ConsentEvidence {
      readonly counts = new Map<string, number>();
    }
    const fetch = playing(ok({ domains: [] }));
    const copy = new Counting({ ...options, fetch }).withOptions({ maxRetries: 0 });
    expect([copy instanceof Counting, copy.counts]).toEqual([true, new Map()]);
    await copy.domains.list();
    expect(fetch.seen).toHaveLength(1);
  });

  it('refuses a subclass whose constructor would give the copy another account', () => {
    class OfTenant extends ConsentEvidence {
      constructor(tenant: unknown) {
        super(tenant === 'acme' ? options : {});
      }
    }
    const copy = () => new OfTenant('acme').withOptions({ maxRetries: 0 });
    expect(copy).toThrow(/constructor of a subclass must take the options/);
  });
});

describe('a client that fails by itself', () => {
  const FAILURES: [string, unknown][] = [
    [
      'throws',
      () => {
        throw new TypeError('Cannot read private member tok_planted');
      },
    ],
    ['rejects', async () => Promise.reject(new TypeError('tok_planted'))],
    ['gives no receipt', async () => undefined],
    [
      'throws what is no error',
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- what the test is about
        throw 'tok_planted';
      },
    ],
  ];

  it.each(FAILURES)(
    'in receive (%s) keeps the lead as one that may be paid for',
    async (_, receive) => {
      const { intakeOf, clientOf, capture, share, paid, mock } = leadWorld();
      const client = clientOf();
      const mended = client.shares.receive;
      client.shares.receive = receive as typeof mended;
      const errors: unknown[] = [];
      const ledger = memoryLedger();
      const intake = intakeOf(ledger, { client, onError: (error) => void errors.push(error) });
      const decision = await intake.take(leadOf('L-1', await share(capture())));
      expect(decision).toMatchObject({ decision: 'fix', code: 'CLIENT_FAILED', scope: 'lead' });
      expect(JSON.stringify(decision)).not.toContain('tok_planted');
      expect([errors.length, (await ledger.get({ source: '', leadId: 'L-1' }))?.inDoubt]).toEqual([
        1,
        true,
      ]);
      client.shares.receive = mended;
      await mock.clock.advance({ hours: 1 });
      expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
      expect(paid()).toHaveLength(1);
    },
  );

  it('in tokenOf refuses no lead, and knows the share again', async () => {
    const { intakeOf, clientOf, capture, share } = leadWorld();
    const client = clientOf();
    client.shares.tokenOf = () => {
      throw new TypeError('Cannot read private member');
    };
    const intake = intakeOf(memoryLedger(), { client });
    const link = await share(capture());
    expect(await intake.take(leadOf('L-1', link))).toMatchObject({ decision: 'accept' });
    expect(await intake.take(leadOf('L-2', `${link}?utm=1`))).toMatchObject({
      firstLead: { source: '', leadId: 'L-1' },
    });
  });

  it('leaves no rejection unhandled when it refuses', async () => {
    const { intakeOf, capture, share, mock, buyer } = leadWorld();
    const wrapped = await WRAPPINGS['an async function for each method']?.(
      mock.clientOptions(buyer),
    );
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const intake = intakeOf(memoryLedger(), { client: wrapped as ConsentEvidence });
      await intake.take(leadOf('L-1', await share(capture()), OTHER_PHONE));
      await failureOf((wrapped as ConsentEvidence).cdrs.get('none'));
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });
});

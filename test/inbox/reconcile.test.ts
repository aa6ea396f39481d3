import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/index.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { ConsentEvidence, isApiError } from '../../src/index.ts';
import type { ReconcileOptions } from '../../src/webhooks/inbox/reconcile-options.ts';
import { type ReconcileProgress, reconcile } from '../../src/webhooks/index.ts';
import { HOUR_MS, RecordWorld, START_MS } from './support/record-world.ts';

/** Reconciles the world, by the world's clock. */
function run(world: RecordWorld, options: Partial<ReconcileOptions> = {}) {
  const { client, inbox, mock } = world;
  return reconcile(client, inbox, { since: START_MS, clock: mock.clock, ...options });
}

const count = (requests: readonly string[], operation: string): number =>
  requests.filter((each) => each === operation).length;

describe('reconcile', () => {
  it('passes on what an outage lost, and nothing that arrived', async () => {
    const world = new RecordWorld();
    const arrived = await world.capture('a.example');
    world.isUp = false;
    const lost = [await world.capture('a.example'), await world.capture('b.example')];
    await world.mock.clock.advance({ hours: 2 });
    expect(await run(world)).toEqual({ seen: 3, taken: 2, received: 0 });
    expect(world.ids('webhook')).toEqual([arrived]);
    expect(world.ids('reconcile').sort()).toEqual(lost.sort());
    expect(world.handedOn.at(-1)?.domainId).toMatch(/^[ab]\.example$/);
    expect(await run(world)).toMatchObject({ taken: 0 });
    expect(world.handedOn).toHaveLength(3);
  });

  it('leaves what is too young for the next time, and takes it then', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    const old = await world.capture('a.example');
    await world.mock.clock.advance({ minutes: 30 });
    const young = await world.capture('a.example');
    await world.mock.clock.advance({ minutes: 30 });
    await run(world);
    expect(world.ids()).toEqual([old]);
    await run(world, { olderThanMs: HOUR_MS / 2 });
    expect(world.ids()).toEqual([old, young]);
  });

  it('leaves what was received, on a host of its own or beside our own captures', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    const own = [await world.capture('a.example')];
    await world.receive('a.example');
    await world.receive('partner.example');
    own.push(await world.capture('a.example'));
    await world.mock.clock.advance({ hours: 2 });
    expect(await run(world)).toEqual({ seen: 4, taken: 2, received: 2 });
    expect(world.ids().sort()).toEqual(own.sort());
  });

  it('reads some where many are missing, and all of a host that received records stand on', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    const own = world.captureMany(40, 'own.a.example');
    for (let i = 0; i < 30; i += 1) await world.receive('partner.a.example');
    await world.mock.clock.advance({ hours: 2 });
    world.requests();
    expect(await run(world)).toEqual({ seen: 70, taken: 40, received: 30 });
    expect(world.ids().sort()).toEqual(own.sort());
    const reads = count(world.requests(), 'cdrs.get');
    expect(reads).toBeGreaterThanOrEqual(30);
    expect(reads).toBeLessThan(50);
  });

  it('reads each of them where it is told to', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(40, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    world.requests();
    await run(world, { readEach: true });
    expect(count(world.requests(), 'cdrs.get')).toBe(40);
  });

  it('passes on more than a walk back holds in memory, each once, the oldest first', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    const lost = world.captureMany(5_150, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    expect(await run(world)).toEqual({ seen: 5_150, taken: 5_150, received: 0 });
    expect(world.ids()).toEqual(lost);
  });

  it('leaves what was acknowledged and is not known, unless it is told to take it', async () => {
    const world = new RecordWorld();
    const cdrId = await world.capture('a.example');
    await world.mock.clock.advance({ hours: 2 });
    const { inbox } = new RecordWorld();
    const options = { since: START_MS, clock: world.mock.clock };
    expect(await reconcile(world.client, inbox, options)).toMatchObject({ seen: 1, taken: 0 });
    const empty = new RecordWorld();
    await reconcile(world.client, empty.inbox, { ...options, acknowledged: true });
    expect(empty.ids()).toEqual([cdrId]);
  });

  it('takes what was acknowledged within the hour, and leaves what may still be on its way', async () => {
    const world = new RecordWorld();
    const restore = world.backUp();
    const acknowledged = await world.capture('a.example');
    restore();
    world.isUp = false;
    const onItsWay = await world.capture('a.example');
    await run(world, { acknowledged: true });
    expect(world.ids()).toEqual([acknowledged]);
    await world.mock.clock.advance({ hours: 2 });
    await run(world);
    expect(world.ids()).toEqual([acknowledged, onItsWay]);
  });

  it('takes what was acknowledged before the mark of a run that left it out', async () => {
    const world = new RecordWorld();
    await world.capture('a.example');
    const restore = world.backUp();
    await world.mock.clock.advance(1);
    const since = world.mock.clock.now();
    const acknowledged = await world.capture('a.example');
    restore();
    await world.mock.clock.advance(1);
    await world.capture('a.example');
    await world.mock.clock.advance({ hours: 2 });
    expect(await run(world)).toMatchObject({ seen: 3, taken: 0 });
    expect(await run(world, { since, acknowledged: true })).toMatchObject({ seen: 2, taken: 1 });
    expect(world.ids('reconcile')).toEqual([acknowledged]);
    // Nor does it make the next run start again.
    expect(await run(world)).toMatchObject({ seen: 0 });
  });

  it('looks no further back than since', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    await world.capture('a.example');
    await world.mock.clock.advance(1);
    const cdrId = await world.capture('a.example');
    await world.mock.clock.advance({ hours: 2 });
    await run(world, { since: new Date(START_MS + 1) });
    expect(world.ids()).toEqual([cdrId]);
    // An instant before all marks: start again from the top.
    await run(world, { since: START_MS });
    expect(world.handedOn).toHaveLength(2);
  });
});

describe('what reconcile asks for', () => {
  it('is one page for each domain and the list of them, once the inbox is up to date', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    for (let i = 0; i < 10; i += 1) world.captureMany(13, `d${i}.example`);
    await world.receive('partner.example');
    await world.mock.clock.advance({ hours: 2 });
    await run(world);
    world.requests();
    expect(await run(world)).toEqual({ seen: 0, taken: 0, received: 0 });
    const requests = world.requests();
    expect(count(requests, 'domains.list')).toBe(1);
    expect(requests).toHaveLength(12);
  });

  it('is no page that was settled before, and no page behind the first record that is too recent', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(250, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    await run(world);
    expect(world.handedOn).toHaveLength(250);
    world.captureMany(250, 'a.example');
    world.requests();
    await run(world);
    expect(world.requests()).toEqual(['domains.list', 'cdrs.list']);
    expect(world.handedOn).toHaveLength(250);
  });

  it('is no list of domains where they are named', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    await world.capture('a.example');
    const cdrId = await world.capture('b.example');
    await world.mock.clock.advance({ hours: 2 });
    world.requests();
    await run(world, { domains: ['b.example', 'b.example'] });
    expect(world.ids()).toEqual([cdrId]);
    expect(world.requests()).toEqual(['cdrs.list', 'cdrs.get']);
  });

  it('is at most eight things at once', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    for (let i = 0; i < 20; i += 1) world.captureMany(3, `d${i}.example`);
    await world.mock.clock.advance({ hours: 2 });
    let running = 0;
    let most = 0;
    const client = world.client.withOptions({
      fetch: async (url: string, init: RequestInit) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        try {
          return await world.mock.fetch(url, init);
        } finally {
          running -= 1;
        }
      },
    });
    await reconcile(client, world.inbox, { since: START_MS, clock: world.mock.clock });
    expect(world.handedOn).toHaveLength(60);
    expect(most).toBe(8);
  });
});

describe('a reconciliation that is cut short', () => {
  it('continues behind the last page that it settled', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(250, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const { take } = world.inbox;
    let taken = 0;
    const dying = {
      ...world.inbox,
      take: (record: Parameters<typeof take>[0]) => {
        taken += 1;
        return taken > 220 ? Promise.reject(new Error('killed')) : take(record);
      },
    };
    const options = { since: START_MS, clock: world.mock.clock };
    await expect(reconcile(world.client, dying, options)).rejects.toThrow('killed');
    world.requests();
    expect(await run(world)).toMatchObject({ seen: 101, taken: 30 });
    expect(count(world.requests(), 'cdrs.list')).toBe(2);
    expect(new Set(world.ids()).size).toBe(250);
    expect(world.handedOn).toHaveLength(250);
  });

  it('is not held up on other domains by a job that cannot be enqueued', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    for (const host of ['a.example', 'b.example', 'c.example']) await world.capture(host);
    await world.mock.clock.advance({ hours: 2 });
    const { take } = world.inbox;
    const poisoned = (domains: readonly string[]) => ({
      ...world.inbox,
      take: (record: Parameters<typeof take>[0]) =>
        domains.includes(record.domainId ?? '')
          ? Promise.reject(new Error('poison'))
          : take(record),
    });
    const options = { since: START_MS, clock: world.mock.clock };
    const two = reconcile(world.client, poisoned(['a.example', 'b.example']), options);
    await expect(two).rejects.toBeInstanceOf(AggregateError);
    expect(world.handedOn).toMatchObject([{ domainId: 'c.example' }]);
    await expect(reconcile(world.client, poisoned(['a.example']), options)).rejects.toThrow(
      'poison',
    );
    expect(await run(world)).toMatchObject({ taken: 1 });
  });

  it('reports its progress page by page, whatever the callback throws', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    for (let i = 0; i < 3; i += 1) await world.capture('a.example');
    await world.capture('b.example');
    await world.mock.clock.advance({ hours: 2 });
    const told: ReconcileProgress[] = [];
    await run(world, {
      onProgress: (progress) => {
        told.push(progress);
        throw new Error('nobody is to hear of this');
      },
    });
    expect(told.map(({ domainsDone }) => domainsDone).sort()).toEqual([0, 0, 1, 2]);
    expect(told.at(-1)).toEqual({ seen: 4, taken: 4, received: 0, domainsDone: 2, domains: 2 });
  });

  it('ends at the signal, with its reason', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    for (let i = 0; i < 5; i += 1) await world.capture('a.example');
    await world.mock.clock.advance({ hours: 2 });
    const controller = new AbortController();
    const { take } = world.inbox;
    const inbox = {
      ...world.inbox,
      take: (record: Parameters<typeof take>[0]) => {
        if (world.handedOn.length === 2) controller.abort(new Error('shutting down'));
        return take(record);
      },
    };
    const told: ReconcileProgress[] = [];
    const onProgress = (progress: ReconcileProgress) => told.push(progress);
    const { signal } = controller;
    const options = { since: START_MS, clock: world.mock.clock, signal, onProgress };
    await expect(reconcile(world.client, inbox, options)).rejects.toThrow('shutting down');
    expect(world.handedOn).toHaveLength(3);
    expect(told).toEqual([{ seen: 5, taken: 3, received: 0, domainsDone: 0, domains: 1 }]);
    await expect(run(world, { signal: controller.signal })).rejects.toThrow('shutting down');
  });

  it('stops where the service refuses the key', async () => {
    const world = new RecordWorld();
    const fault = { operation: 'cdrs.list', code: 'UNAUTHENTICATED', times: 1 } as const;
    await world.capture('a.example');
    world.mock.addFault(fault);
    await expect(run(world)).rejects.toSatisfy((error) => isApiError(error, 'UNAUTHENTICATED'));
  });

  it('finds its way where the record that a mark names is gone', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    await world.capture('a.example');
    await world.mock.clock.advance({ hours: 2 });
    const mark = { domainId: 'a.example', cdrId: 'gone', createdAt: START_MS, since: START_MS };
    await world.inbox.keepMark({ ...mark, createdAt: START_MS });
    expect(await run(world)).toMatchObject({ taken: 1 });
  });

  it('passes on all of two accounts that share an inbox and, by mistake, a domain', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    const { mock, inbox, client, handedOn } = world;
    const another = mock.addOrganization({ name: 'Another Brand' });
    const clients = [client, new ConsentEvidence(mock.clientOptions(another))];
    const captured: string[] = [];
    for (const host of ['x.co.uk', 'y.co.uk', 'z.co.uk']) {
      const page = presets.checkedBox({ pageUrl: `https://${host}/` });
      captured.push(mock.capture(another, page).cdrId);
      await mock.clock.advance({ hours: 1 });
      captured.push(...world.captureMany(1, host));
      await mock.clock.advance({ hours: 2 });
      for (const each of clients) {
        await reconcile(each, inbox, { since: START_MS, clock: mock.clock });
      }
    }
    expect(handedOn.map(({ cdrId }) => cdrId).sort()).toEqual(captured.sort());
  });

  it('passes on what cannot be read any more: its worker finds out the same', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    await world.capture('a.example');
    await world.mock.clock.advance({ hours: 2 });
    world.mock.addFault({ operation: 'cdrs.get', code: 'CDR_INVALID' });
    expect(await run(world)).toMatchObject({ taken: 1 });
  });
});

describe('what reconcile refuses', () => {
  it.each<[string, object]>([
    ['since', { since: Number.NaN }],
    ['since', { since: undefined }],
    ['since', { since: null }],
    ['olderThanMs', { olderThanMs: -1 }],
    ['olderThanMs', { olderThanMs: Number.NaN }],
    ['domains', { domains: 'a.example' }],
    ['olderThan', { olderThan: 5 }],
  ])('a bad %s, without a request', async (path, options) => {
    const world = new RecordWorld();
    const error = await run(world, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ issues: [{ path }] });
    expect(world.requests()).toEqual([]);
  });

  it('what is no inbox', async () => {
    const { client } = new RecordWorld();
    await expect(reconcile(client, {} as never, { since: 0 })).rejects.toThrow('inbox.take');
  });
});

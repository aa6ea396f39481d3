import { describe, expect, it, vi } from 'vitest';
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

/** Returns a `fetch` to which the service is away after so many lists of records. */
function failingAfter({ mock }: RecordWorld, lists: number) {
  let left = lists;
  return (url: string, init: RequestInit): Promise<Response> => {
    if (/\/cdrs\?/.test(url)) left -= 1;
    if (left < 0) mock.addFault({ operation: '*', status: 503 });
    return mock.fetch(url, init);
  };
}

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

  it('finds one that was received at the end of a page of many, and then reads all of its host', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    const own = world.captureMany(40, 'a.example');
    await world.mock.clock.advance({ minutes: 1 }); // or its place among them would be open
    await world.receive('a.example');
    await world.mock.clock.advance({ hours: 2 });
    expect(await run(world)).toEqual({ seen: 41, taken: 40, received: 1 });
    expect(world.ids().sort()).toEqual(own.sort());
  });

  it.each([
    [1, 24],
    [2, 24],
    [5, 20],
    [13, 26],
  ])('reads of pages on %i domains no more than %i records', async (domains, reads) => {
    const world = new RecordWorld({ isAnnounced: false });
    for (let n = 0; n < domains; n += 1) world.captureMany(30, `d${n}.example`);
    await world.mock.clock.advance({ hours: 2 });
    world.requests();
    expect(await run(world)).toMatchObject({ taken: 30 * domains });
    expect(count(world.requests(), 'cdrs.get')).toBe(reads);
  });

  it('reads each of them where it is told to', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(40, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    world.requests();
    await run(world, { readEach: true });
    expect(count(world.requests(), 'cdrs.get')).toBe(40);
  });

  it('passes on thousands, each once, a page at a time', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    const lost = world.captureMany(5_150, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    expect(await run(world)).toEqual({ seen: 5_150, taken: 5_150, received: 0 });
    expect(world.ids().sort()).toEqual(lost.sort());
    expect(world.ids()).toHaveLength(5_150);
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
    // An instant before all marks: only what is older than the oldest is asked for.
    await run(world, { since: START_MS });
    expect(world.handedOn).toHaveLength(2);
  });

  it('passes on nothing older than since where its mark is older still, and forgets nothing', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    const ids: string[] = [];
    for (let day = 0; day < 3; day += 1) {
      ids.push(await world.capture('a.example'));
      await world.mock.clock.advance({ days: 1 });
      if (day === 0) await run(world);
    }
    await run(world, { since: START_MS + 36 * HOUR_MS });
    expect(world.ids()).toEqual([ids[0], ids[2]]);
    await run(world);
    expect(world.ids()).toEqual([ids[0], ids[2], ids[1]]);
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
    expect(await run(world)).toMatchObject({ seen: 50, taken: 30 });
    expect(count(world.requests(), 'cdrs.list')).toBe(2);
    expect(new Set(world.ids()).size).toBe(250);
    expect(world.handedOn).toHaveLength(250);
  });

  it('reaches the end of any walk, if each run ends after a few pages', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    const captured = world.captureMany(1_000, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    let pages = 0;
    for (const expected of [800, 1_000, 1_000]) {
      world.requests();
      const controller = new AbortController();
      const onProgress = () => {
        pages += 1;
        if (pages % 8 === 0) controller.abort(new Error('the time limit of the job'));
      };
      await run(world, { onProgress, signal: controller.signal }).catch(() => undefined);
      expect(world.handedOn).toHaveLength(expected);
    }
    expect(world.ids().sort()).toEqual(captured.sort());
  });

  it.each([
    ['back to since', 0],
    ['up from its mark', 250],
  ])('costs the next run at most three lists after the eighth page %s', async (_, before) => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(before, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    await run(world);
    world.captureMany(1_000, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const client = world.client.withOptions({ fetch: failingAfter(world, 8) });
    const { inbox, mock } = world;
    const cut = reconcile(client, inbox, { since: START_MS, clock: mock.clock });
    await expect(cut).rejects.toSatisfy((error) => isApiError(error));
    expect(world.handedOn).toHaveLength(before + 800);
    world.requests();
    expect(await run(world)).toMatchObject({ taken: 200 });
    expect(count(world.requests(), 'cdrs.list')).toBeLessThanOrEqual(3);
  });

  it('keeps its progress among acknowledged records too', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(1_000, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const controller = new AbortController();
    const acknowledged = true;
    let pages = 0;
    const onProgress = () => {
      pages += 1;
      if (pages === 8) controller.abort(new Error('killed'));
    };
    await run(world, { acknowledged, onProgress, signal: controller.signal }).catch(() => 0);
    world.requests();
    expect(await run(world, { acknowledged })).toMatchObject({ taken: 200 });
    expect(count(world.requests(), 'cdrs.list')).toBeLessThanOrEqual(3);
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

  it('stops where the service refuses the key, and asks for no further domain', async () => {
    const world = new RecordWorld();
    for (let n = 0; n < 12; n += 1) await world.capture(`d${n}.example`);
    world.mock.addFault({ operation: 'cdrs.list', code: 'UNAUTHENTICATED' });
    world.requests();
    await expect(run(world)).rejects.toSatisfy((error) => isApiError(error, 'UNAUTHENTICATED'));
    expect(count(world.requests(), 'cdrs.list')).toBeLessThanOrEqual(8);
  });

  it('ends at the signal with its reason where the inbox of two domains throws it', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    for (const host of ['a.example', 'b.example']) await world.capture(host);
    await world.mock.clock.advance({ hours: 2 });
    const controller = new AbortController();
    const reason = new Error('shutting down');
    const take = () => {
      controller.abort(reason);
      return Promise.reject(reason);
    };
    const options = { since: START_MS, clock: world.mock.clock, signal: controller.signal };
    const ended = reconcile(world.client, { ...world.inbox, take }, options);
    await expect(ended).rejects.toBe(reason);
  });

  it('finds its way where the record that a mark names is gone', async () => {
    const world = new RecordWorld();
    world.isUp = false;
    await world.capture('a.example');
    await world.mock.clock.advance({ hours: 2 });
    const place = { domainId: 'a.example', acknowledged: false, cdrId: 'gone' };
    const mark = { ...place, createdAt: START_MS, since: START_MS, oldestCdrId: 'gone' };
    await world.inbox.keepMark(mark);
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

describe('forty machines with the same timer', () => {
  const everyMs = 600_000;

  /** Reconciles on 40 machines whose timers differ by up to ten minutes. */
  async function round(world: RecordWorld): Promise<void> {
    for (let machine = 0; machine < 40; machine += 1) {
      await run(world, { everyMs });
      await world.mock.clock.advance(everyMs / 40);
    }
  }

  it('cost the requests of one', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    for (let i = 0; i < 25; i += 1) world.captureMany(3, `d${i}.example`);
    await world.mock.clock.advance({ hours: 2 });
    await round(world);
    expect(world.handedOn).toHaveLength(75);
    world.requests();
    await round(world);
    expect(world.requests()).toHaveLength(26);
  });

  it('cost them at one instant too', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    for (let i = 0; i < 25; i += 1) world.captureMany(3, `d${i}.example`);
    await world.mock.clock.advance({ hours: 2 });
    await run(world);
    world.requests();
    const reports = await Promise.all(Array.from({ length: 40 }, () => run(world)));
    expect(world.requests()).toHaveLength(26);
    expect(reports.filter(({ skipped }) => skipped === 'running')).toHaveLength(39);
  });

  it('go on at once after a run that failed, and within minutes after one that was killed', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(3, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    world.mock.addFault({ operation: 'domains.list', code: 'UNAUTHENTICATED', times: 1 });
    await expect(run(world, { everyMs })).rejects.toSatisfy((error) => isApiError(error));
    const { client, inbox, mock } = world;
    const killed = { ...inbox, marks: () => new Promise<never>(() => undefined) };
    void reconcile(client, killed, { since: START_MS, clock: mock.clock, everyMs });
    await mock.clock.advance(1);
    expect(await run(world, { everyMs })).toMatchObject({ taken: 0, skipped: 'running' });
    await mock.clock.advance({ minutes: 5 });
    expect(await run(world, { everyMs })).toEqual({ seen: 3, taken: 3, received: 0 });
    expect(await run(world, { everyMs })).toMatchObject({ skipped: 'recent' });
    expect(await run(world, { everyMs, since: START_MS - 1 })).not.toHaveProperty('skipped');
  });

  it.each<[string, Partial<ReconcileOptions>, boolean]>([
    ['other domains', { domains: ['b.example', 'a.example'] }, true],
    ['acknowledged records', { acknowledged: true }, true],
    ['each record', { readEach: true }, true],
    ['the same from another instant, which it leaves to the first', { since: START_MS - 1 }, false],
  ])('judge a run beside another by what it looks for: %s', async (_, options, isDone) => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(3, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const { client, inbox, mock } = world;
    const silent = { ...inbox, marks: () => new Promise<never>(() => undefined) };
    void reconcile(client, silent, { since: START_MS, clock: mock.clock });
    await mock.clock.advance(1);
    const report = await run(world, options);
    expect(report).toMatchObject(isDone ? { taken: 3 } : { skipped: 'running' });
  });

  it('let one that was silent for longer than its lease end', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(250, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const { client, inbox, mock } = world;
    let isSilent = true;
    const silent = {
      ...inbox,
      async keepMark(mark: Parameters<typeof inbox.keepMark>[0]) {
        await inbox.keepMark(mark);
        if (!isSilent) return;
        isSilent = false;
        await mock.clock.advance({ minutes: 6 });
        expect(await run(world)).toEqual({ seen: 150, taken: 150, received: 0 });
        void reconcile(client, { ...inbox, marks: () => new Promise(() => undefined) }, options);
        await mock.clock.advance(1);
      },
    };
    const options = { since: START_MS, clock: mock.clock };
    const report = await reconcile(client, silent, options);
    expect(report).toMatchObject({ taken: 100, skipped: 'running' });
    expect(world.handedOn).toHaveLength(250);
  });

  it.each([
    [0, 2],
    [2, 3],
    [3, 5],
  ])('renew the lease of a slow run, %i minutes a page, with %i steps', async (minutes, steps) => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(250, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const { client, inbox, mock } = world;
    const leaseRun = vi.fn(inbox.leaseRun);
    const slow = {
      ...inbox,
      leaseRun,
      async keepMark(mark: Parameters<typeof inbox.keepMark>[0]) {
        await inbox.keepMark(mark);
        await mock.clock.advance({ minutes });
      },
    };
    const report = await reconcile(client, slow, { since: START_MS, clock: mock.clock });
    expect(report).toEqual({ seen: 250, taken: 250, received: 0 });
    expect(leaseRun).toHaveBeenCalledTimes(steps);
  });

  it('get the report of a whole run whose lease could not be ended', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(3, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const { client, inbox, mock } = world;
    const leaseRun: typeof inbox.leaseRun = async (lease) =>
      lease.isDone ? Promise.reject(new Error('gone')) : (inbox.leaseRun?.(lease) ?? 'taken');
    const options = { since: START_MS, clock: mock.clock, everyMs };
    const report = await reconcile(client, { ...inbox, leaseRun }, options);
    expect(report).toEqual({ seen: 3, taken: 3, received: 0 });
  });

  it('each look for themselves with an inbox that has no leases', async () => {
    const world = new RecordWorld({ isAnnounced: false });
    world.captureMany(1, 'a.example');
    await world.mock.clock.advance({ hours: 2 });
    const { take, known, marks, keepMark } = world.inbox;
    const own = { take, known, marks, keepMark };
    const options = { since: START_MS, clock: world.mock.clock, everyMs };
    expect(await reconcile(world.client, own, options)).toMatchObject({ taken: 1 });
    expect(await reconcile(world.client, own, options)).toEqual({ seen: 0, taken: 0, received: 0 });
  });
});

describe('what reconcile refuses', () => {
  it.each<[string, object]>([
    ['since', { since: Number.NaN }],
    ['since', { since: undefined }],
    ['since', { since: null }],
    ['olderThanMs', { olderThanMs: -1 }],
    ['olderThanMs', { olderThanMs: Number.NaN }],
    ['everyMs', { everyMs: 86_400_001 }],
    ['everyMs', { everyMs: -1 }],
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

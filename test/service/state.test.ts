import assert from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import type { SnapshotJson } from '../../mock/service/controls/state.ts';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import { receiverOf } from './support/receiver.ts';
import { PLAIN_PAGE, type World } from './support/world.ts';

/** Puts something into each table of a world. */
async function furnish(world: World) {
  const parties = await sharedBy(world, { packageId: 'pkg', customMetadata: { a: 'x' } });
  const { mock } = world;
  const webhook = { url: 'https://producer.example/hook', secret: 'whsec_test' };
  mock.updateOrganization(parties.producer, { webhook });
  mock.capture(parties.producer, { ...PLAIN_PAGE, render: { afterMs: 5000 } });
  mock.capture(parties.producer, PLAIN_PAGE);
  await world.receive(parties.buyer, parties.token);
  mock.addFault({ operation: 'cdrs.get', status: 503, times: Infinity });
  return parties;
}

function jsonOf({ mock }: World): SnapshotJson {
  return JSON.parse(JSON.stringify(mock.snapshot())) as SnapshotJson;
}

eachDoor((open) => {
  /** A producer whose receiver of webhooks puts back the state of `restoreHere`. */
  async function restoringReceiver() {
    let restore = (): void => undefined;
    const world = await open({
      webhookFetch: async () => {
        restore();
        return new Response(null);
      },
    });
    const webhook = { url: 'https://producer.example/hook' };
    const producer = world.mock.addOrganization({ name: 'Producer', webhook });
    const restoreHere = () => {
      const snapshot = world.mock.snapshot();
      restore = () => world.mock.restore(snapshot);
      return jsonOf(world);
    };
    return { world, producer, restoreHere };
  }

  it('restoring a snapshot puts everything back', async () => {
    const world = await open({ webhookFetch: receiverOf().webhookFetch });
    const { buyer, producer, cdrId } = await furnish(world);
    const before = jsonOf(world);
    const snapshot = world.mock.snapshot();
    await world.mock.clock.advance({ days: 1 });
    world.mock.invalidate(cdrId);
    world.mock.revokeApiKey(buyer.apiKey);
    await world.share(producer, cdrId);
    expect(jsonOf(world)).not.toEqual(before);
    world.mock.restore(snapshot);
    expect(jsonOf(world)).toEqual(before);
    expect(world.mock.clock.now()).toBe(START);
    expect((await world.domains(buyer)).status).toBe(200);
  });

  it('a snapshot does not see what happens after it', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const snapshot = world.mock.snapshot();
    const before = JSON.stringify(snapshot);
    await world.collect(producer, cdrId);
    world.mock.addOrganization({ name: 'Later' });
    expect(JSON.stringify(snapshot)).toBe(before);
  });

  it('no assertion finds two snapshots equal, whose states it cannot see', async () => {
    const { mock } = await open();
    const before = mock.snapshot();
    mock.addOrganization({ name: 'Later' });
    const after = mock.snapshot();
    expect(before).toEqual(before);
    expect(after).not.toEqual(before);
    expect(() => assert.deepEqual(after, before)).toThrow('with diff(before, after)');
    expect(isDeepStrictEqual(after, before)).toBe(false);
  });

  it('a snapshot can be restored again and again', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const snapshot = world.mock.snapshot();
    for (const _ of [1, 2, 3]) {
      world.mock.restore(snapshot);
      world.forgetRequestIds();
      expect((await world.collect(producer, cdrId)).data.alreadyCollected).toBe(false);
    }
  });

  it('a snapshot as JSON restores into another service, due deliveries included', async () => {
    const first = await open({ webhookFetch: receiverOf().webhookFetch });
    const { buyer, cdrId } = await furnish(first);
    const json = jsonOf(first);
    const receiver = receiverOf();
    const mock = createMockService({ now: 0, webhookFetch: receiver.webhookFetch });
    mock.restore(json);
    expect(JSON.parse(JSON.stringify(mock.snapshot()))).toEqual(json);
    await mock.clock.advance({ seconds: 10 });
    expect(receiver.received).toHaveLength(2);
    expect(mock.charges({ organization: buyer })).toEqual(
      first.mock.charges({ organization: buyer }),
    );
    expect(mock.requests({ cdrId })).toEqual(first.mock.requests({ cdrId }));
  });

  it('what is done to the JSON of a snapshot reaches no world', async () => {
    const world = await open();
    await furnish(world);
    const before = jsonOf(world);
    const snapshot = world.mock.snapshot();
    const spoil = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const each of Object.values(value)) spoil(each);
      for (const name of Object.keys(value)) Reflect.set(value, name, 'spoilt');
    };
    spoil(snapshot.toJSON());
    expect(jsonOf(world)).toEqual(before);
    const given = structuredClone(before);
    world.mock.restore(given);
    spoil(given);
    expect(jsonOf(world)).toEqual(before);
  });

  it('what is done afterwards to the objects that were handed in reaches no world', async () => {
    const world = await open();
    const webhook = { url: 'https://producer.example/hook', secret: 'whsec_test' };
    const page = { ...PLAIN_PAGE, customMetadata: { a: { b: 'x' } }, subGroupIds: ['g'] };
    const producer = world.mock.addOrganization({ name: 'Producer', webhook });
    const other = world.mock.addOrganization({ name: 'Other' });
    world.mock.updateOrganization(other, { webhook });
    world.mock.capture(producer, page);
    const before = jsonOf(world);
    webhook.url = 'https://spoilt.example/';
    page.customMetadata.a.b = 'spoilt';
    page.subGroupIds.push('spoilt');
    expect(jsonOf(world)).toEqual(before);
  });

  it('after a restore the same steps give the same ids', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const snapshot = world.mock.snapshot();
    const tokens = [];
    for (const _ of [1, 2]) {
      world.mock.restore(snapshot);
      world.forgetRequestIds();
      tokens.push(await world.tokenOf(producer, cdrId));
    }
    expect(tokens[0]).toBe(tokens[1]);
  });

  it('without an idSeed no id is given out twice, over reset and restore', async () => {
    const world = await open({ idSeed: undefined });
    const { mock } = world;
    const snapshot = mock.snapshot();
    const json = snapshot.toJSON();
    const ways = [() => mock.reset(), () => mock.restore(snapshot), () => mock.restore(json)];
    const ids: string[] = [];
    for (const goBack of [...ways, ...ways]) {
      const { producer, buyer, cdrId, token } = await sharedBy(world);
      mock.updateOrganization(producer, { webhook: { url: 'https://producer.example/hook' } });
      const other = mock.capture(producer, PLAIN_PAGE);
      const { shareEventId } = (await world.receive(buyer, token)).data;
      const { webhookId = '' } = mock.webhookDeliveries()[0] ?? {};
      const requestIds = mock.requests().map(({ requestId }) => requestId);
      ids.push(producer.organizationId, producer.apiKey, cdrId, other.cdrId, token, shareEventId);
      ids.push(webhookId, ...requestIds);
      goBack();
    }
    expect(ids.filter((id, index) => id === '' || ids.indexOf(id) < index)).toEqual([]);
  });

  it('one idSeed gives one world, another gives another', async () => {
    const ids = (idSeed: string) => {
      const mock = createMockService({ now: START, idSeed });
      const producer = mock.addOrganization({ name: 'Producer' });
      return [producer, mock.capture(producer, PLAIN_PAGE)];
    };
    expect(ids('a')).toEqual(ids('a'));
    expect(ids('a')).not.toEqual(ids('b'));
    const world = await open({ idSeed: 'a' });
    expect(world.mock.addOrganization({ name: 'Producer' })).toEqual(ids('a')[0]);
  });

  it('two services share nothing', async () => {
    const world = await open();
    const other = createMockService({ now: START, idSeed: 'conformance' });
    const { producer, cdrId } = partiesOf(world);
    expect(other.charges()).toEqual([]);
    expect(other.requests()).toEqual([]);
    await world.collect(producer, cdrId);
    expect(other.snapshot().toJSON().tables['organizations']).toEqual([]);
  });

  it('reset goes back to what createMockService made, clock included', async () => {
    const world = await open();
    const before = jsonOf(world);
    await furnish(world);
    await world.mock.clock.advance({ days: 3 });
    world.mock.reset();
    expect(jsonOf(world)).toEqual(before);
    expect(world.mock.clock.now()).toBe(START);
  });

  it.each(['before', 'after'] as const)(
    'a request that a fault delays (%s) over a restore ends with it and writes nothing',
    async (phase) => {
      const world = await open();
      const producer = world.mock.addOrganization({ name: 'Producer', autoCollect: false });
      const { cdrId } = world.mock.capture(producer, PLAIN_PAGE);
      const snapshot = world.mock.snapshot();
      const before = jsonOf(world);
      world.mock.addFault({ operation: 'cdrs.collect', delayMs: 1000, phase });
      const underWay = world.collect(producer, cdrId);
      await world.list(producer, 'example.com');
      await world.list(producer, 'example.com');
      world.mock.restore(snapshot);
      expect(await underWay).toMatchObject({ status: 412, code: 'FAILED_PRECONDITION' });
      expect(jsonOf(world)).toEqual(before);
    },
  );

  it('an advance ends where a receiver restores an earlier state', async () => {
    const { world, producer, restoreHere } = await restoringReceiver();
    const before = restoreHere();
    world.mock.capture(producer, PLAIN_PAGE);
    await world.mock.clock.advance({ days: 1 });
    expect(jsonOf(world)).toEqual(before);
  });

  it('an attempt that is under way over a restore is no attempt of the restored delivery', async () => {
    const { world, producer, restoreHere } = await restoringReceiver();
    world.mock.capture(producer, PLAIN_PAGE);
    const before = restoreHere();
    await world.mock.clock.advance(0);
    expect(jsonOf(world)).toEqual(before);
    expect(world.mock.webhookDeliveries()).toMatchObject([{ state: 'due', attempts: [] }]);
  });

  it('an advance after a reset waits for no receiver that still hangs from before', async () => {
    const { mock } = await open({ webhookFetch: () => new Promise(() => undefined) });
    const webhook = { url: 'https://producer.example/hook' };
    mock.capture(mock.addOrganization({ name: 'Producer', webhook }), PLAIN_PAGE);
    void mock.clock.advance(0);
    await Promise.resolve();
    mock.reset();
    await mock.clock.advance(1000);
    expect(mock.clock.now()).toBe(START + 1000);
  });

  it('an advance or a sleep that is not awaited does not move the world after a reset', async () => {
    const { mock } = await open();
    const left = [mock.clock.advance(1000), mock.clock.sleep(2000)];
    mock.reset();
    await Promise.all(left);
    expect(mock.clock.now()).toBe(START);
    await mock.clock.advance(10);
    expect(mock.clock.now()).toBe(START + 10);
  });

  it.each([
    ['null', () => null],
    ['nothing of a snapshot', () => ({})],
    ['another version', (json: SnapshotJson) => ({ ...json, version: json.version + 1 })],
    [
      'a missing table',
      ({ tables: { cdrs: _, ...tables }, ...json }: SnapshotJson) => ({ ...json, tables }),
    ],
    [
      'a row that is none',
      (json: SnapshotJson) => ({ ...json, tables: { ...json.tables, cdrs: [1] } }),
    ],
    [
      'a record that is none',
      ({ tables, ...json }: SnapshotJson) => {
        const cdrs = tables['cdrs']?.map(([key]) => [key, { pending: null }]);
        return { ...json, tables: { ...tables, cdrs } };
      },
    ],
    ['tables that are none', (json: SnapshotJson) => ({ ...json, tables: null })],
    ['a time that is none', (json: SnapshotJson) => ({ ...json, now: 'noon' })],
    ['a time beyond any Date', (json: SnapshotJson) => ({ ...json, now: 8.64e15 + 1 })],
  ])('%s is refused and changes nothing', async (_, spoil) => {
    const world = await open();
    await furnish(world);
    const json = jsonOf(world);
    expect(() => world.mock.restore(spoil(json) as SnapshotJson)).toThrow(/expected/);
    expect(jsonOf(world)).toEqual(json);
  });
});

import { expect, it } from 'vitest';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';

const AUTO = { autoCollect: true };

eachDoor((open) => {
  it('4.4: collecting charges and gives download access', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const { data, requestId } = await world.collect(producer, cdrId);
    expect(data).toEqual({ cdrId, collected: true, alreadyCollected: false });
    const { organizationId } = producer;
    expect(world.mock.charges()).toEqual([
      { organizationId, cdrId, cause: 'collect', at: START, requestId },
    ]);
    expect((await world.read(producer, cdrId)).data.cdr).toMatchObject({
      collected: true,
      downloadUrl: expect.stringMatching(/^http/),
    });
  });

  it('4.4: repeating is safe and does not charge twice', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    await world.collect(producer, cdrId);
    const { data } = await world.collect(producer, cdrId);
    expect(data).toEqual({ cdrId, collected: true, alreadyCollected: true });
    expect(world.mock.charges()).toHaveLength(1);
  });

  it('4.4: collects at the same time charge once', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const replies = await Promise.all([1, 2, 3, 4].map(() => world.collect(producer, cdrId)));
    expect(replies.filter(({ data }) => !data.alreadyCollected)).toHaveLength(1);
    expect(world.mock.charges()).toHaveLength(1);
  });

  it('4.4: alreadyCollected is true however access was gained', async () => {
    const world = await open();
    const auto = partiesOf(world, {}, AUTO);
    expect((await world.collect(auto.producer, auto.cdrId)).data.alreadyCollected).toBe(true);
    const paid = await sharedBy(world);
    await world.receive(paid.buyer, paid.token);
    expect((await world.collect(paid.buyer, paid.cdrId)).data.alreadyCollected).toBe(true);
    const free = await sharedBy(world, {}, AUTO);
    await world.receive(free.buyer, free.token);
    expect((await world.collect(free.buyer, free.cdrId)).data.alreadyCollected).toBe(true);
    expect(world.mock.charges({ organization: free.buyer })).toEqual([]);
  });

  it.each(['', '{}', '{"a":1}', '[1]', 'null', '{ not json', '\u0000'])(
    '4.4: whatever body comes is ignored: %j',
    async (body) => {
      const world = await open();
      const { producer, cdrId } = partiesOf(world);
      expect((await world.collect(producer, cdrId, body)).status).toBe(200);
    },
  );

  it('4.4: Dev Mode is 409 and leaves no charge and no access', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { devMode: true });
    const reply = await world.collect(producer, cdrId);
    expect(reply).toMatchObject({ status: 409, code: 'CDR_DEV_MODE' });
    expect(world.mock.charges()).toEqual([]);
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(false);
  });

  it('3: an invalid record is 410 CDR_INVALID, also one that was collected', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, AUTO);
    world.mock.invalidate(cdrId);
    expect(await world.collect(producer, cdrId)).toMatchObject({
      status: 410,
      code: 'CDR_INVALID',
    });
  });

  it('7: a record that is not rendered is 404', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { render: 'manual' });
    expect((await world.collect(producer, cdrId)).code).toBe('NOT_FOUND');
    expect(world.mock.charges()).toEqual([]);
  });

  it('7: an unreadable organization record is 404 and charges nothing', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, { unreadable: true });
    expect((await world.collect(producer, cdrId)).code).toBe('NOT_FOUND');
    expect(world.mock.charges()).toEqual([]);
  });

  it('4.4: without billing a granted organization gets PASSTHROUGH_ORG_CANNOT_COLLECT', async () => {
    const world = await open();
    const passthrough = { billing: false, apiAccess: 'granted' } as const;
    const { producer, cdrId } = partiesOf(world, {}, passthrough);
    const reply = await world.collect(producer, cdrId);
    expect(reply).toMatchObject({ status: 403, code: 'PASSTHROUGH_ORG_CANNOT_COLLECT' });
    expect(world.mock.charges()).toEqual([]);
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(false);
  });

  it('4.4: the checks come in this order: 404, 410, 409, 403', async () => {
    const world = await open();
    const passthrough = { billing: false, apiAccess: 'granted' } as const;
    const { producer, buyer, cdrId } = partiesOf(world, { devMode: true }, passthrough);
    expect((await world.collect(producer, cdrId)).code).toBe('CDR_DEV_MODE');
    world.mock.invalidate(cdrId);
    expect((await world.collect(producer, cdrId)).code).toBe('CDR_INVALID');
    expect((await world.collect(buyer, cdrId)).code).toBe('NOT_FOUND');
  });

  it('3: an invalid record that is not rendered either is 410, to collect and to share', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { render: 'manual' });
    world.mock.invalidate(cdrId);
    expect((await world.collect(producer, cdrId)).code).toBe('CDR_INVALID');
    expect((await world.share(producer, cdrId)).code).toBe('CDR_INVALID');
  });

  it('1: a capture is collected by itself where billing and auto-collect are on', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, AUTO);
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(true);
    const { organizationId } = producer;
    expect(world.mock.charges()).toEqual([
      { organizationId, cdrId, cause: 'autoCollect', at: START },
    ]);
  });

  it.each([
    ['auto-collect is off', { autoCollect: false }, {}],
    ['there is no billing', { billing: false, apiAccess: 'granted', autoCollect: true }, {}],
    ['it is a Dev Mode capture', { autoCollect: true }, { devMode: true }],
  ] as const)('1: a capture is not collected by itself where %s', async (_, changes, page) => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, page, changes);
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(false);
    expect(world.mock.charges()).toEqual([]);
  });

  it('1: auto-collect happens when rendering finishes, by the flags of that moment', async () => {
    const world = await open();
    const turnedOn = partiesOf(world, { render: 'manual' });
    const turnedOff = partiesOf(world, { render: 'manual' }, AUTO);
    world.mock.updateOrganization(turnedOn.producer, { autoCollect: true });
    world.mock.updateOrganization(turnedOff.producer, { autoCollect: false });
    expect(world.mock.charges()).toEqual([]);
    await world.mock.clock.advance(1000);
    world.mock.finishRendering(turnedOn.cdrId);
    world.mock.finishRendering(turnedOff.cdrId);
    expect(world.mock.charges()).toMatchObject([{ cdrId: turnedOn.cdrId, at: START + 1000 }]);
  });

  it('1: setting up billing later collects no older record', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, { ...AUTO, billing: false });
    world.mock.updateOrganization(producer, { billing: true });
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(false);
    expect(world.mock.charges()).toEqual([]);
  });

  it('1: an invalid record is not collected by itself when its rendering finishes', async () => {
    const world = await open();
    const { cdrId } = partiesOf(world, { render: 'manual' }, AUTO);
    world.mock.invalidate(cdrId);
    world.mock.finishRendering(cdrId);
    expect(world.mock.charges()).toEqual([]);
  });
});

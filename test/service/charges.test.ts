import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import { PLAIN_PAGE } from './support/world.ts';

eachDoor((open) => {
  it('4.4: a charge says who paid for what, why, when and by which request', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.mock.clock.advance(5000);
    const received = await world.receive(buyer, token);
    await world.mock.clock.advance(5000);
    const collected = await world.collect(producer, cdrId);
    const at = world.mock.clock.now();
    expect(world.mock.charges({ cdrId })).toEqual([
      {
        organizationId: buyer.organizationId,
        cdrId,
        cause: 'receive',
        at: at - 5000,
        requestId: received.requestId,
      },
      {
        organizationId: producer.organizationId,
        cdrId,
        cause: 'collect',
        at,
        requestId: collected.requestId,
      },
    ]);
  });

  it('4.4: charges of one instant stand in the order in which they were made', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const others = [1, 2, 3].map(() => world.mock.capture(producer, PLAIN_PAGE).cdrId);
    const order = [...others, cdrId].toReversed();
    for (const each of order) await world.collect(producer, each);
    expect(world.mock.charges().map((charge) => charge.cdrId)).toEqual(order);
  });

  it('1: the five years begin with createdAt, so a record that is not rendered is not gone', async () => {
    const world = await open({ readings: { sharePending: 'allowed' } });
    const { producer, buyer, cdrId } = partiesOf(world, { render: 'manual' });
    await world.mock.clock.advance({ days: 1826 });
    const token = await world.tokenOf(producer, cdrId);
    expect((await world.receive(buyer, token)).code).toBe('CDR_PENDING');
    world.mock.finishRendering(cdrId);
    expect((await world.receive(buyer, token)).status).toBe(200);
  });

  it('5.5: an access that was never on has no five minutes to go', async () => {
    const world = await open({ now: 0, readings: { revocationDelayMs: 300_000 } });
    const off = world.mock.addOrganization({ name: 'Off', apiAccess: 'off' });
    expect((await world.domains(off)).code).toBe('API_ACCESS_DISABLED');
  });
});

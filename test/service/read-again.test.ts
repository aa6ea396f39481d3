import { expect, it } from 'vitest';
import { announced, openFor } from './support/announced.ts';
import { eachDoor } from './support/each-door.ts';
import { partiesOf } from './support/parties.ts';
import { receiverOf } from './support/receiver.ts';
import { PLAIN_PAGE } from './support/world.ts';

/** A read must return the current state, even if the record was read before. */
eachDoor((open) => {
  it('2.3: a record that was read before shows the new name of its organization', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    expect((await world.read(producer, cdrId)).data.cdr.organizationName).toBe('Producer');
    world.mock.updateOrganization(producer, { name: 'Renamed' });
    expect((await world.read(producer, cdrId)).data.cdr.organizationName).toBe('Renamed');
    world.mock.updateOrganization(producer, { unreadable: true });
    expect((await world.read(producer, cdrId)).data.cdr.organizationName).toBe('Organization');
  });

  it('2.3: a record that was read before shows that it was collected since', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(false);
    await world.collect(producer, cdrId);
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(cdr).toMatchObject({ collected: true, downloadUrl: expect.stringMatching(/./) });
  });

  it('2.3: a record that was read before shows its package once that groups two', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { packageId: 'pkg_1' });
    expect((await world.read(producer, cdrId)).data.cdr.packageId).toBeUndefined();
    world.mock.capture(producer, { ...PLAIN_PAGE, packageId: 'pkg_1' });
    expect((await world.read(producer, cdrId)).data.cdr.packageId).toBe('pkg_1');
  });

  it('2.3: a record that was read before shows that its event was acknowledged', async () => {
    const world = await openFor(
      open,
      receiverOf(() => 204),
    );
    const { organization, cdrId } = announced(world);
    const before = (await world.read(organization, cdrId)).data.cdr;
    expect(before.webhookSuccessfullySentAt).toBeUndefined();
    await world.mock.clock.advance(0);
    const after = (await world.read(organization, cdrId)).data.cdr;
    expect(after.webhookSuccessfullySentAt).toEqual(expect.any(Number));
  });

  it('2.3: a record that was read in a world before is not the one of this world', async () => {
    const world = await open();
    const empty = world.mock.snapshot();
    const first = partiesOf(world, { clientTimezone: 'America/Chicago' });
    expect((await world.read(first.producer, first.cdrId)).data.cdr.clientTimezone).toBeDefined();
    world.mock.restore(empty);
    // Collected automatically, so that the requests have different numbers.
    const second = partiesOf(world, {}, { autoCollect: true });
    expect(second.cdrId).toBe(first.cdrId);
    const { cdr } = (await world.read(second.producer, second.cdrId)).data;
    expect(cdr.clientTimezone).toBeUndefined();
  });
});

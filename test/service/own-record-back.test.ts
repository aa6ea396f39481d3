import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';
import type { KeyHolder, World } from './support/world.ts';

/** Returns whether the organization may download the record. */
async function mayDownload(world: World, key: KeyHolder, cdrId: string): Promise<boolean> {
  return (await world.read(key, cdrId)).data.cdr.collected;
}

eachDoor((open) => {
  it('4.6 rule 9: a producer that receives its own record back from a buyer who paid gains the evidence without paying', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    expect(await mayDownload(world, producer, cdrId)).toBe(false);
    await world.receive(producer, await world.tokenOf(buyer, cdrId));
    expect(await mayDownload(world, producer, cdrId)).toBe(true);
    expect(world.mock.charges({ organization: producer })).toEqual([]);
    expect(world.mock.charges()).toHaveLength(1);
  });

  it('4.6 rule 9: a producer that receives its own record back from a buyer without access is charged', async () => {
    const world = await open({ readings: { collectFalse: 'defer' } });
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token, { collect: false });
    const back = await world.tokenOf(buyer, cdrId);
    await world.receive(producer, back);
    expect(await mayDownload(world, producer, cdrId)).toBe(true);
    expect(world.mock.charges()).toMatchObject([
      { organizationId: producer.organizationId, cause: 'receive' },
    ]);
    expect(await mayDownload(world, buyer, cdrId)).toBe(false);
  });

  it('4.6 rule 9: a producer that takes its record back without collecting is not charged either', async () => {
    const world = await open({ readings: { collectFalse: 'defer' } });
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token, { collect: false });
    await world.receive(producer, await world.tokenOf(buyer, cdrId), { collect: false });
    expect(await mayDownload(world, producer, cdrId)).toBe(false);
    expect(world.mock.charges()).toEqual([]);
  });

  it('4.6 rule 9: under senderPass paid a producer pays for what the sender was given', async () => {
    const world = await open({ readings: { senderPass: 'paid', collectFalse: 'defer' } });
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    const third = world.mock.addOrganization({ name: 'Third' });
    await world.receive(third, await world.tokenOf(buyer, cdrId));
    expect(world.mock.charges({ organization: third })).toEqual([]);
    await world.receive(producer, await world.tokenOf(third, cdrId));
    expect(world.mock.charges({ organization: producer })).toMatchObject([{ cause: 'receive' }]);
  });

  it('2.3: to its producer a record that came back is still its own, no guest', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    const back = await world.receive(producer, await world.tokenOf(buyer, cdrId));
    expect(back.data).toMatchObject({
      alreadyClaimed: false,
      shareEventId: expect.stringMatching(/./),
    });
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(cdr).not.toHaveProperty('guest');
    expect(cdr).not.toHaveProperty('producerOrgId');
    expect((await world.list(producer, 'example.com')).data.cdrs).toHaveLength(1);
  });
});

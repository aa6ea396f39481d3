import { expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import type { AddedOrganization } from '../../mock/service/controls/organizations.ts';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, tokenIn } from './support/parties.ts';
import { receiverOf } from './support/receiver.ts';
import { PLAIN_PAGE, type World } from './support/world.ts';

const PACKAGE = { ...PLAIN_PAGE, packageId: 'pkg_1' };

/** Captures a second member of the package, in any state. */
function addMember({ mock }: World, producer: AddedOrganization, page?: Partial<CaptureInput>) {
  return mock.capture(producer, { ...PACKAGE, ...page }).cdrId;
}

const packageOf = async (world: World, key: AddedOrganization, cdrId: string) =>
  (await world.read(key, cdrId)).data.cdr.packageId;

eachDoor((open) => {
  it("2.3: another organization's capture of the same packageId makes no package", async () => {
    const world = await open();
    const { producer, buyer, cdrId } = partiesOf(world, PACKAGE);
    const other = addMember(world, buyer);
    expect(await packageOf(world, producer, cdrId)).toBeUndefined();
    expect(await packageOf(world, buyer, other)).toBeUndefined();
  });

  it('2.3: records of two producers are no package of their receiver, with the same packageId', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = partiesOf(world, PACKAGE);
    const own = addMember(world, buyer);
    await world.receive(buyer, await world.tokenOf(producer, cdrId));
    expect(await packageOf(world, buyer, cdrId)).toBeUndefined();
    expect(await packageOf(world, buyer, own)).toBeUndefined();
  });

  it('5.4: a receiver sees a package once it holds more than one record of it', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = partiesOf(world, PACKAGE);
    const second = addMember(world, producer);
    expect(await packageOf(world, producer, cdrId)).toBe('pkg_1');
    await world.receive(buyer, await world.tokenOf(producer, cdrId));
    expect(await packageOf(world, buyer, cdrId)).toBeUndefined();
    await world.receive(buyer, await world.tokenOf(producer, second));
    expect(await packageOf(world, buyer, cdrId)).toBe('pkg_1');
    const entries = (await world.list(buyer, 'example.com')).data.cdrs;
    expect(entries.map(({ packageId }) => packageId)).toEqual(['pkg_1', 'pkg_1']);
  });

  it('2.3: a member that is not rendered does not count until it is', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, PACKAGE);
    const pending = addMember(world, producer, { render: 'manual' });
    expect(await packageOf(world, producer, cdrId)).toBeUndefined();
    world.mock.finishRendering(pending);
    expect(await packageOf(world, producer, cdrId)).toBe('pkg_1');
  });

  it('2.3: a member that was flagged invalid does not count any more', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, PACKAGE);
    const second = addMember(world, producer);
    expect(await packageOf(world, producer, cdrId)).toBe('pkg_1');
    world.mock.invalidate(second);
    expect(await packageOf(world, producer, cdrId)).toBeUndefined();
  });

  it('2.3: a member past its retention does not count any more', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { ...PACKAGE, createdAt: START });
    addMember(world, producer, { createdAt: START - 1000 });
    await world.mock.clock.advance({ days: 1825, seconds: -2 });
    expect(await packageOf(world, producer, cdrId)).toBe('pkg_1');
    await world.mock.clock.advance(1000);
    expect(await packageOf(world, producer, cdrId)).toBeUndefined();
  });

  it('6.1: the event names the package as the record does', async () => {
    const { received, webhookFetch } = receiverOf();
    const world = await open({ webhookFetch });
    const { producer } = partiesOf(world, PACKAGE, { webhook: { url: 'https://p.example/hook' } });
    await world.mock.clock.advance(0);
    addMember(world, producer, { autoShare: true });
    await world.mock.clock.advance(0);
    expect(received.map(({ event }) => event['packageId'])).toEqual([undefined, 'pkg_1']);
  });

  it('2.3: a package stays as it is over a state file', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = partiesOf(world, PACKAGE);
    const { shareUrl } = world.mock.capture(producer, { ...PACKAGE, autoShare: true });
    await world.receive(buyer, tokenIn(shareUrl));
    world.mock.restore(JSON.parse(JSON.stringify(world.mock.snapshot())));
    expect(await packageOf(world, producer, cdrId)).toBe('pkg_1');
    expect((await world.list(buyer, 'example.com')).data.cdrs[0]).not.toHaveProperty('packageId');
  });
});

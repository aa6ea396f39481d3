import { expect, it } from 'vitest';
import { cdrCompletedEventSchema } from '../../src/contract/webhook.ts';
import { announced, openFor } from './support/announced.ts';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import { receiverOf } from './support/receiver.ts';
import { PLAIN_PAGE } from './support/world.ts';

const DAY_MS = 86_400_000;

eachDoor((open) => {
  it('4.3: an unknown record is 404', async () => {
    const world = await open();
    const { producer } = partiesOf(world);
    expect(await world.read(producer, 'cdr_nowhere')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  it("4.3: another organization's record is 404, never 403", async () => {
    const world = await open();
    const { buyer, cdrId } = partiesOf(world);
    expect(await world.read(buyer, cdrId)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await world.collect(buyer, cdrId)).status).toBe(404);
    expect((await world.share(buyer, cdrId)).status).toBe(404);
  });

  it('4.3: a record that is not rendered is 404 until it is', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { render: 'manual' });
    expect((await world.read(producer, cdrId)).code).toBe('NOT_FOUND');
    world.mock.finishRendering(cdrId);
    expect((await world.read(producer, cdrId)).data.cdr.cdrId).toBe(cdrId);
  });

  it('4.3: an invalid record is 410 CDR_INVALID for who holds it and 404 for others', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = partiesOf(world);
    world.mock.invalidate(cdrId);
    expect(await world.read(producer, cdrId)).toMatchObject({ status: 410, code: 'CDR_INVALID' });
    expect((await world.read(buyer, cdrId)).code).toBe('NOT_FOUND');
  });

  it('4.3: an invalid record that is not rendered either is 410', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { render: 'manual' });
    world.mock.invalidate(cdrId);
    expect((await world.read(producer, cdrId)).code).toBe('CDR_INVALID');
  });

  it('2.3: customMetadata is exactly what was passed, whatever its members are called', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    const json = '{"__proto__":"p","constructor":{"__proto__":[1]},"toString":null,"":0}';
    const customMetadata = JSON.parse(json) as Record<string, unknown>;
    const { organization, cdrId, domainId } = announced(world, { customMetadata });
    const found = { metadataKey: '__proto__', metadataValue: 'P' };
    const { cdrs } = (await world.list(organization, domainId, found)).data;
    const { cdr } = (await world.read(organization, cdrId)).data;
    await world.mock.clock.advance(0);
    const event = cdrCompletedEventSchema().parse(receiver.received[0]?.event);
    for (const each of [cdrs[0], cdr, event])
      expect(JSON.stringify(each?.customMetadata)).toBe(json);
  });

  it('2.3: absent means absent: a bare record has only the required fields', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { signer: null, submit: null });
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(Object.keys(cdr).sort()).toEqual([
      'capturedAt',
      'cdrId',
      'collected',
      'contentType',
      'createdAt',
      'domain',
      'domainId',
      'organizationName',
      'pageUrl',
      'size',
    ]);
    expect(cdr.collected).toBe(false);
  });

  it('2.3: only ip and userAgent may be null', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { signer: { ip: null, userAgent: null } });
    const { text, data } = await world.read(producer, cdrId);
    expect(data.cdr.signerTelemetry).toEqual({ ip: null, userAgent: null, ipChain: [] });
    expect(text.match(/"(\w+)":null/g)).toEqual(['"ip":null', '"userAgent":null']);
  });

  it('2.3: devMode is true for a Dev Mode capture, and collected false', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { devMode: true }, { autoCollect: true });
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(cdr).toMatchObject({ devMode: true, collected: false });
    expect(cdr).not.toHaveProperty('downloadUrl');
    const [entry] = (await world.list(producer, 'example.com')).data.cdrs;
    expect(entry).toMatchObject({ devMode: true, collected: false });
  });

  it('2.3: organizationName is of who asks, and Organization when it cannot be read', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    expect((await world.read(producer, cdrId)).data.cdr.organizationName).toBe('Producer');
    expect((await world.read(buyer, cdrId)).data.cdr.organizationName).toBe('Buyer');
    world.mock.updateOrganization(buyer, { unreadable: true });
    expect((await world.read(buyer, cdrId)).data.cdr.organizationName).toBe('Organization');
  });

  it('2.3: guest and producerOrgId stand on shared records, unchanged by re-sharing', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    const third = world.mock.addOrganization({ name: 'Third' });
    await world.receive(buyer, token);
    await world.receive(third, await world.tokenOf(buyer, cdrId));
    for (const receiver of [buyer, third]) {
      const { cdr } = (await world.read(receiver, cdrId)).data;
      expect(cdr).toMatchObject({ guest: true, producerOrgId: producer.organizationId });
    }
    const own = (await world.read(producer, cdrId)).data.cdr;
    expect(own).not.toHaveProperty('guest');
    expect(own).not.toHaveProperty('producerOrgId');
  });

  it('2.3: collected differs per organization for one record', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    expect((await world.read(buyer, cdrId)).data.cdr.collected).toBe(true);
    const own = (await world.read(producer, cdrId)).data.cdr;
    expect(own.collected).toBe(false);
    expect(own).not.toHaveProperty('downloadUrl');
  });

  it('2.3: createdAt is when rendering finished, capturedAt when the device captured', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { render: 'manual' });
    await world.mock.clock.advance(5000);
    world.mock.finishRendering(cdrId);
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(cdr).toMatchObject({ capturedAt: START, createdAt: START + 5000 });
  });

  it('2.3: capturedAt may equal createdAt or be after it', async () => {
    const world = await open();
    const equal = partiesOf(world);
    const after = partiesOf(world, { capturedAt: START + DAY_MS });
    expect((await world.read(equal.producer, equal.cdrId)).data.cdr).toMatchObject({
      capturedAt: START,
      createdAt: START,
    });
    expect((await world.read(after.producer, after.cdrId)).data.cdr).toMatchObject({
      capturedAt: START + DAY_MS,
      createdAt: START,
    });
  });

  it('2.3: packageId is present only when the package groups more than one record', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { packageId: 'pkg_1' });
    expect((await world.read(producer, cdrId)).data.cdr).not.toHaveProperty('packageId');
    const second = world.mock.capture(producer, { ...PLAIN_PAGE, packageId: 'pkg_1' });
    world.mock.capture(producer, { ...PLAIN_PAGE, packageId: 'pkg_2' });
    for (const id of [cdrId, second.cdrId]) {
      expect((await world.read(producer, id)).data.cdr.packageId).toBe('pkg_1');
    }
    const packages = (await world.list(producer, 'example.com')).data.cdrs.map(
      (entry) => entry.packageId,
    );
    expect(packages.filter(Boolean)).toEqual(['pkg_1', 'pkg_1']);
  });

  it('2.3: sessionId, subGroupIds and customMetadata are as they were passed', async () => {
    const world = await open();
    const passed = {
      sessionId: 'ses_1',
      subGroupIds: ['b', 'a'],
      customMetadata: { nested: { list: [1, null, { a: '' }] }, '': 'empty key', toString: 'x' },
    };
    const { producer, cdrId } = partiesOf(world, passed);
    expect((await world.read(producer, cdrId)).data.cdr).toMatchObject(passed);
  });

  it('2.3: what never appears does not appear: pdf and invalidated fields', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const { text } = await world.read(producer, cdrId);
    expect(text).not.toMatch(/"pdf|"invalidated/);
  });

  it('1: a record is kept for 1,825 days from createdAt, then 404 and in no list', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    await world.mock.clock.advance({ days: 1825 });
    expect((await world.read(producer, cdrId)).code).toBe('NOT_FOUND');
    expect((await world.collect(producer, cdrId)).code).toBe('NOT_FOUND');
    expect((await world.share(producer, cdrId)).code).toBe('NOT_FOUND');
    for (const order of ['asc', 'desc']) {
      expect((await world.list(producer, 'example.com', { order })).data).toEqual({ cdrs: [] });
    }
  });

  it('1: a list continues after a record past its retention, in either order', async () => {
    const world = await open();
    const { producer } = partiesOf(world);
    await world.mock.clock.advance({ days: 1000 });
    const { cdrId } = world.mock.capture(producer, PLAIN_PAGE);
    await world.mock.clock.advance({ days: 825 });
    for (const order of ['asc', 'desc']) {
      const { cdrs, nextPageToken } = (await world.list(producer, 'example.com', { order })).data;
      expect(cdrs.map((entry) => entry.cdrId)).toEqual([cdrId]);
      expect(nextPageToken).toBeUndefined();
    }
  });

  it('1: a millisecond before the five years are over a record is still there', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    await world.mock.clock.advance(1825 * DAY_MS - 1);
    expect((await world.read(producer, cdrId)).status).toBe(200);
    for (const order of ['asc', 'desc']) {
      const { cdrs } = (await world.list(producer, 'example.com', { order })).data;
      expect(cdrs).toHaveLength(1);
    }
  });
});

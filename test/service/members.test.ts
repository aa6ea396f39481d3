import { expect, it } from 'vitest';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import { PLAIN_PAGE, type World } from './support/world.ts';

/** A page with everything recorded. */
const WHOLE_PAGE = {
  pageTitle: 'Solar',
  disclosures: [{ key: 'tcpa', text: 'You may call.', checkbox: 'checked' }],
  declaredDisclosures: [{ key: 'tcpa', language: 'You may call.', agreed: true }],
  customMetadata: { lead: 'L-1' },
  clientTimezone: 'America/Chicago',
  timeOnPageMs: 48_000,
  sessionId: 'ses_1',
  subGroupIds: ['grp_1', 'grp_2'],
} as const;

const ALWAYS = ['cdrId', 'contentType', 'createdAt', 'domain', 'domainId', 'size', 'collected'];

async function entryOf(world: World, key: Parameters<World['list']>[0]) {
  return (await world.list(key, 'example.com')).data.cdrs[0] ?? {};
}

eachDoor((open) => {
  it('2.3: what is absent is absent together, and what is there is there as a whole', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world, WHOLE_PAGE);
    const own = (await world.read(producer, cdrId)).data.cdr;
    expect(Object.keys(own).sort()).toEqual(
      [...ALWAYS, 'autoMetadata', 'capturedAt', 'clientTimezone', 'customMetadata']
        .concat('detectedDisclosureDetails', 'disclosures', 'organizationName', 'pageUrl')
        .concat('sessionId', 'signerTelemetry', 'subGroupIds', 'timeOnPageMs')
        .sort(),
    );
    await world.receive(buyer, token);
    const received = (await world.read(buyer, cdrId)).data.cdr;
    const more = Object.keys(received).filter((name) => !Object.hasOwn(own, name));
    expect(more.sort()).toEqual(['downloadUrl', 'guest', 'producerOrgId']);
  });

  it('2.3: the page context is what was captured, timeOnPageMs in milliseconds', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, WHOLE_PAGE);
    expect((await world.read(producer, cdrId)).data.cdr).toMatchObject({
      pageUrl: PLAIN_PAGE.pageUrl,
      domain: 'quotes.example.com',
      domainId: 'example.com',
      clientTimezone: 'America/Chicago',
      timeOnPageMs: 48_000,
      capturedAt: START,
      createdAt: START,
    });
  });

  it('2.3: pageUrl has its query', async () => {
    const world = await open();
    const pageUrl = 'https://quotes.example.com/solar?step=2&name=A%20B';
    const { producer, cdrId } = partiesOf(world, { pageUrl });
    expect((await world.read(producer, cdrId)).data.cdr.pageUrl).toBe(pageUrl);
  });

  it('2.3: signerTelemetry is absent as a whole where it could not be recorded', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { signer: null });
    expect((await world.read(producer, cdrId)).data.cdr).not.toHaveProperty('signerTelemetry');
  });

  it('2.3: signerTelemetry has the address, the browser, every address of the chain and a place', async () => {
    const world = await open();
    const geo = {
      ...{ countryCode: 'US', region: 'Texas', city: 'Austin', latitude: 30.27, longitude: -97.74 },
      ...{ accuracyRadiusKm: 20, source: 'ip' },
    };
    const signer = {
      ...{ ip: '198.51.100.7', userAgent: 'UA', geo },
      ipChain: ['198.51.100.7', '203.0.113.9', '192.0.2.1'],
    };
    const { producer, cdrId } = partiesOf(world, { signer });
    expect((await world.read(producer, cdrId)).data.cdr.signerTelemetry).toEqual(signer);
  });

  it.each([
    [{ ip: null }, []],
    [{ ip: null, ipChain: ['192.0.2.1'] }, ['192.0.2.1']],
    [{ ipChain: [] }, []],
    [{ ip: '198.51.100.7' }, ['198.51.100.7']],
  ])('2.3: signerTelemetry of %j has the chain of addresses %j', async (signer, chain) => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { signer });
    const { signerTelemetry } = (await world.read(producer, cdrId)).data.cdr;
    expect(signerTelemetry?.ipChain).toEqual(chain);
  });

  it('2.4: a list entry has these members of the record and no other', async () => {
    const world = await open();
    const { producer } = partiesOf(world, WHOLE_PAGE);
    const entry = await entryOf(world, producer);
    expect(Object.keys(entry).sort()).toEqual(
      [...ALWAYS, 'autoMetadata', 'customMetadata', 'sessionId', 'subGroupIds'].sort(),
    );
  });

  it('2.4: a list entry says of each member what the record says', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, WHOLE_PAGE);
    const record = (await world.read(producer, cdrId)).data.cdr;
    expect(record).toMatchObject(await entryOf(world, producer));
  });

  it('2.4: a collected entry has a downloadUrl, one of a package its packageId', async () => {
    const world = await open();
    const { producer, buyer, token } = await sharedBy(world, { packageId: 'pkg_1' });
    world.mock.capture(producer, { ...PLAIN_PAGE, packageId: 'pkg_1' });
    await world.receive(buyer, token);
    expect(await entryOf(world, producer)).toMatchObject({ packageId: 'pkg_1' });
    const entry = await entryOf(world, buyer);
    expect(entry).toHaveProperty('downloadUrl');
    expect(entry).not.toHaveProperty('guest');
  });
});

import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { PLAIN_PAGE, type World } from './support/world.ts';

function parties({ mock }: World) {
  return {
    producer: mock.addOrganization({ name: 'Producer' }),
    buyer: mock.addOrganization({ name: 'Buyer' }),
  };
}

const FILED: readonly [host: string, domainId: string][] = [
  ['example.com', 'example.com'],
  ['quotes.example.com', 'example.com'],
  ['a.b.c.Example.COM', 'example.com'],
  ['a.shop.co.uk', 'co.uk'],
  ['localhost', 'localhost'],
  ['192.0.2.10', '192.0.2.10'],
];

eachDoor((open) => {
  it.each(FILED)('2.2: a capture on %s is filed under %s', async (host, domainId) => {
    const world = await open();
    const { producer } = parties(world);
    const made = world.mock.capture(producer, { ...PLAIN_PAGE, pageUrl: `http://${host}/x` });
    expect(made.domainId).toBe(domainId);
    const { cdr } = (await world.read(producer, made.cdrId)).data;
    expect(cdr).toMatchObject({ domainId, domain: host.toLowerCase() });
    expect((await world.list(producer, domainId)).data.cdrs).toHaveLength(1);
  });

  it('4.1: domains are sorted, each once', async () => {
    const world = await open();
    const { producer } = parties(world);
    for (const host of ['zeta.example', 'www.alpha.example', 'b.zeta.example', 'mid.example']) {
      world.mock.capture(producer, { ...PLAIN_PAGE, pageUrl: `https://${host}/` });
    }
    const { domains } = (await world.domains(producer)).data;
    expect(domains).toEqual(['alpha.example', 'mid.example', 'zeta.example']);
  });

  it('4.1: domains are sorted by code units', async () => {
    const world = await open();
    const { producer } = parties(world);
    for (const host of ['b-b.example', 'bb.example', '10.example', '9.example', 'b.example']) {
      world.mock.capture(producer, { ...PLAIN_PAGE, pageUrl: `https://${host}/` });
    }
    const { domains } = (await world.domains(producer)).data;
    expect(domains).toEqual(['10.example', '9.example', 'b-b.example', 'b.example', 'bb.example']);
  });

  it('4.1: an organization without records has no domains', async () => {
    const world = await open();
    expect((await world.domains(parties(world).buyer)).data).toEqual({ domains: [] });
  });

  it('4.1: a domain appears with the upload, before its record is readable', async () => {
    const world = await open();
    const { producer } = parties(world);
    const { cdrId } = world.mock.capture(producer, { ...PLAIN_PAGE, render: 'manual' });
    expect((await world.domains(producer)).data.domains).toEqual(['example.com']);
    expect((await world.list(producer, 'example.com')).data).toEqual({ cdrs: [] });
    expect((await world.read(producer, cdrId)).code).toBe('NOT_FOUND');
  });

  it('2.2: a received record adds its domain to the receiver', async () => {
    const world = await open();
    const { producer, buyer } = parties(world);
    const { cdrId } = world.mock.capture(producer, PLAIN_PAGE);
    const token = await world.tokenOf(producer, cdrId);
    expect((await world.domains(buyer)).data.domains).toEqual([]);
    await world.receive(buyer, token);
    expect((await world.domains(buyer)).data.domains).toEqual(['example.com']);
  });

  it('4.6 rule 5: a refused receive adds no domain', async () => {
    const world = await open();
    const { producer, buyer } = parties(world);
    const { cdrId } = world.mock.capture(producer, PLAIN_PAGE);
    const token = await world.tokenOf(producer, cdrId);
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } };
    expect((await world.receive(buyer, token, { acceptance })).status).toBe(422);
    expect((await world.domains(buyer)).data.domains).toEqual([]);
  });

  it('4.1: a domain stays listed, with no records, when its last one is past retention', async () => {
    const world = await open();
    const { producer } = parties(world);
    world.mock.capture(producer, PLAIN_PAGE);
    await world.mock.clock.advance({ days: 1825 });
    expect((await world.list(producer, 'example.com')).data).toEqual({ cdrs: [] });
    expect((await world.domains(producer)).data.domains).toEqual(['example.com']);
  });

  it('4.1: a query is ignored', async () => {
    const world = await open();
    const { producer } = parties(world);
    world.mock.capture(producer, PLAIN_PAGE);
    const query = { pageSize: 'x', pageToken: 'x' };
    const reply = await world.request('GET', '/v1/domains', { key: producer, query });
    expect(reply.data).toEqual({ domains: ['example.com'] });
  });
});

import { expect, it } from 'vitest';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';

eachDoor((open) => {
  it('the journal has each request in order, with what it came to', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const { organizationId } = producer;
    const read = await world.read(producer, cdrId);
    await world.mock.clock.advance(10);
    const refused = await world.read(producer, 'cdr_nowhere');
    const unknown = await world.request('GET', '/v1/nothing');
    expect(world.mock.requests()).toEqual([
      {
        requestId: read.requestId,
        at: START,
        operation: 'cdrs.get',
        method: 'GET',
        path: `/v1/cdrs/${cdrId}`,
        status: 200,
        organizationId,
      },
      {
        requestId: refused.requestId,
        at: START + 10,
        operation: 'cdrs.get',
        method: 'GET',
        path: '/v1/cdrs/cdr_nowhere',
        status: 404,
        code: 'NOT_FOUND',
        organizationId,
      },
      {
        requestId: unknown.requestId,
        at: START + 10,
        method: 'GET',
        path: '/v1/nothing',
        status: 404,
        code: 'NOT_FOUND',
      },
    ]);
  });

  it('the journal is filtered by organization and by record', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    await world.domains(buyer);
    const operations = (filter: object) =>
      world.mock.requests(filter).map(({ operation }) => operation);
    expect(operations({ organization: buyer })).toEqual(['shares.receive', 'domains.list']);
    expect(operations({ cdrId })).toEqual(['cdrs.share', 'shares.receive']);
    expect(operations({ organization: producer, cdrId })).toEqual(['cdrs.share']);
  });

  it('explain says which check decided, its section and the values compared', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = partiesOf(world);
    const token = await world.tokenOf(producer, cdrId, 1000);
    await world.mock.clock.advance(1500);
    const { requestId, error } = await world.receive(buyer, token);
    expect(world.mock.explain(requestId)).toMatchObject({
      requestId,
      status: 410,
      code: 'GONE',
      message: error.message,
      decision: {
        check: 'the token has not expired',
        section: '4.6',
        values: { now: START + 1500, expiresAt: START + 1000 },
      },
    });
  });

  it('explain says of a success what was done', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const { requestId } = await world.collect(producer, cdrId);
    expect(world.mock.explain(requestId)).toMatchObject({
      status: 200,
      decision: { section: '4.4', values: { cdrId, charged: true } },
    });
  });

  it('keeps as many requests as it is told, and says of an older one that it is gone', async () => {
    const world = await open({ requestsKept: 2 });
    const { producer, cdrId } = partiesOf(world);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push((await world.read(producer, cdrId)).requestId);
    }
    expect(world.mock.requests().map(({ requestId }) => requestId)).toEqual(ids.slice(2));
    expect(() => world.mock.explain(ids[1] ?? '')).toThrow(/no longer.*requestsKept/);
    expect(world.mock.explain(ids[2] ?? '').status).toBe(200);
    expect(() => world.mock.explain('req_zzzzz_nothing')).toThrow(/issued by this fake/);
  });

  it('explain refuses a requestId that the journal does not have', async () => {
    const world = await open();
    expect(() => world.mock.explain('req_1_nothing')).toThrow(/requestId/);
    expect(() => world.mock.explain('')).toThrow(/requestId/);
  });

  it('the journal holds no key, no body and no whole token', async () => {
    const world = await open();
    const { producer, buyer, token } = await sharedBy(world);
    await world.receive(buyer, token, { acceptance: { schemaVersion: 1 } });
    await world.request('POST', `/v1/shares/${token}/claim/`, { key: buyer });
    await world.request('POST', `/v1/shares/${token}/more/segments`, { key: buyer });
    await world.request('GET', `/v1/shares/${token}`, { key: buyer });
    await world.visit(`${world.baseUrl}/v1/shares/${token}?metadataValue=planted-query`);
    const written = JSON.stringify(
      world.mock.requests().map(({ requestId }) => world.mock.explain(requestId)),
    );
    for (const secret of [token, producer.apiKey, buyer.apiKey, 'schemaVersion', 'planted-query']) {
      expect(written).not.toContain(secret);
    }
    expect(written).toContain('/v1/shares/shr_');
  });

  it.each(['/v1/shares/', '/V1/SHARES/', '//v1/shares//'])(
    'the journal cuts whatever stands where a token stands: %s',
    async (before) => {
      const world = await open();
      await world.request('POST', `${before}planted-by-somebody`);
      const written = world.mock.requests().at(-1)?.path;
      expect(written).toContain('planted-…');
      expect(written).not.toContain('planted-by');
    },
  );

  it.each([
    (token: string) => `//v1/shares/${token}`,
    (token: string) => `/v1//shares/${token}`,
    (token: string) => `/v1/shares//${token}`,
    (token: string) => `/V1/Shares/${token}`,
    (token: string) => `/v1/shares%2F${token}`,
    (token: string) => `/${token}`,
  ])('the journal cuts a token also in a path that leads nowhere: %s', async (pathOf) => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    expect((await world.request('POST', pathOf(token), { key: buyer })).code).toBe('NOT_FOUND');
    expect(world.mock.requests().at(-1)?.path).not.toContain(token);
  });
});

import { expect, it } from 'vitest';
import type { FaultInput } from '../../mock/world/fault.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { expandPath, paramsOf } from '../../src/contract/path.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { eachDoor } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';

const IMPOSSIBLE: readonly [title: string, fault: unknown, path: string][] = [
  ['an unknown operation', { operation: 'cdrs.gett', status: 500 }, 'operation'],
  ['no effect', { operation: '*' }, ''],
  ['a status below 400', { operation: '*', status: 200 }, 'status'],
  ['a status that is no number', { operation: '*', status: '500' }, 'status'],
  ['times 0', { operation: '*', status: 500, times: 0 }, 'times'],
  ['a fraction of times', { operation: '*', status: 500, times: 1.5 }, 'times'],
  ['an unknown phase', { operation: '*', status: 500, phase: 'during' }, 'phase'],
  ['an unknown code without a status', { operation: '*', code: 'TEAPOT' }, 'status'],
  ['a code in small letters', { operation: '*', code: 'gone', status: 410 }, 'code'],
  ['a negative delay', { operation: '*', delayMs: -1 }, 'delayMs'],
  [
    'a negative Retry-After',
    { operation: '*', status: 429, retryAfterSeconds: -1 },
    'retryAfterSeconds',
  ],
  ['a misspelt field', { operation: '*', statsu: 500, drop: true }, 'statsu'],
];

eachDoor((open) => {
  it.each([
    [{ status: 429, retryAfterSeconds: 7 }, 429, 'RESOURCE_EXHAUSTED'],
    [{ status: 500 }, 500, 'UNAVAILABLE'],
    [{ status: 503 }, 503, 'UNAVAILABLE'],
    [{ code: 'FORBIDDEN' }, 403, 'FORBIDDEN'],
    [{ code: 'FAILED_PRECONDITION' }, 412, 'FAILED_PRECONDITION'],
    [{ code: 'QUOTA_SPENT', status: 402 }, 402, 'QUOTA_SPENT'],
  ] as const)(
    '7: the fault %o answers with an envelope like any refusal',
    async (effect, status, code) => {
      const world = await open();
      const { producer } = partiesOf(world);
      world.mock.addFault({ operation: 'domains.list', ...effect });
      const reply = await world.domains(producer);
      expect(reply).toMatchObject({ status, code });
      const retryAfter = 'retryAfterSeconds' in effect ? '7' : null;
      expect(reply.headers.get('retry-after')).toBe(retryAfter);
      expect((await world.domains(producer)).status).toBe(200);
    },
  );

  it('7: FORBIDDEN, FAILED_PRECONDITION, 429 and 5xx come from faults alone', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    const replies = await Promise.all([
      world.domains(producer),
      world.list(producer, 'example.com', { pageToken: 'x' }),
      world.read(buyer, cdrId),
      world.collect(producer, cdrId, 'junk'),
      world.receive(buyer, token, '\u0000'),
    ]);
    for (const { status } of replies) expect([200, 400, 404]).toContain(status);
  });

  it('a fault strikes its own operation and spares the others', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    world.mock.addFault({ operation: 'cdrs.get', status: 503 });
    expect((await world.domains(producer)).status).toBe(200);
    expect((await world.read(producer, cdrId)).status).toBe(503);
  });

  it.each([
    ['*', 'the download of an image too', 503],
    ['/v1', 'but not the download of an image', 200],
  ] as const)('a fault for %s strikes every operation, %s', async (operation, _, ofImage) => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, { autoCollect: true });
    const { downloadUrl = '' } = (await world.read(producer, cdrId)).data.cdr;
    const fault = world.mock.addFault({ operation, status: 503, times: Infinity });
    expect((await world.visit(downloadUrl)).status).toBe(ofImage);
    const spared: string[] = [];
    for (const { method, path } of Object.values(endpoints)) {
      const params = Object.fromEntries(paramsOf(path).map((name) => [name, 'any']));
      const { status } = await world.request(method, expandPath<string>(path, params), {
        key: producer,
      });
      if (status !== 503) spared.push(`${method} ${path}: ${status}`);
    }
    expect(spared).toEqual([]);
    fault.remove();
    expect((await world.domains(producer)).status).toBe(200);
  });

  it('a fault strikes once unless times says more, and Infinity until it is removed', async () => {
    const world = await open();
    const { producer } = partiesOf(world);
    const statuses = async (count: number) => {
      const given = [];
      while (given.length < count) given.push((await world.domains(producer)).status);
      return given;
    };
    world.mock.addFault({ operation: 'domains.list', status: 500 });
    expect(await statuses(2)).toEqual([500, 200]);
    world.mock.addFault({ operation: 'domains.list', status: 500, times: 2 });
    expect(await statuses(3)).toEqual([500, 500, 200]);
    const fault = world.mock.addFault({ operation: '*', status: 500, times: Infinity });
    expect(await statuses(5)).toEqual([500, 500, 500, 500, 500]);
    fault.remove();
    expect(await statuses(1)).toEqual([200]);
  });

  it('faults strike in the order in which they were added', async () => {
    const world = await open();
    const { producer } = partiesOf(world);
    const added = [500, 501, 502, 503, 504, 429];
    for (const status of added) world.mock.addFault({ operation: 'domains.list', status });
    const struck = [];
    for (const _ of added) struck.push((await world.domains(producer)).status);
    expect(struck).toEqual(added);
  });

  it('a fault before the operation leaves nothing done', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    world.mock.addFault({ operation: 'cdrs.collect', status: 500 });
    await world.collect(producer, cdrId);
    expect(world.mock.charges()).toEqual([]);
  });

  it('a fault after the operation loses the answer of what was done', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    world.mock.addFault({ operation: 'cdrs.collect', status: 500, phase: 'after' });
    expect((await world.collect(producer, cdrId)).status).toBe(500);
    expect(world.mock.charges()).toHaveLength(1);
    expect((await world.collect(producer, cdrId)).data.alreadyCollected).toBe(true);
  });

  it('4.6 rule 3: after a lost answer the repeated receive charges nothing again', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    world.mock.addFault({ operation: 'shares.receive', drop: true, phase: 'after' });
    await expect(world.receive(buyer, token)).rejects.toThrow();
    expect((await world.receive(buyer, token)).data.alreadyClaimed).toBe(true);
    expect(world.mock.charges()).toHaveLength(1);
  });

  it('a dropped connection is an error of the transport, and does nothing before', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    world.mock.addFault({ operation: 'cdrs.collect', drop: true });
    await expect(world.collect(producer, cdrId)).rejects.toThrow();
    expect(world.mock.charges()).toEqual([]);
    expect(world.mock.requests().at(-1)).toMatchObject({ operation: 'cdrs.collect', status: 0 });
  });

  it("a delay is of the world's time", async () => {
    const world = await open();
    const { producer } = partiesOf(world);
    world.mock.addFault({ operation: 'domains.list', delayMs: 60_000 });
    let answered = false;
    const reply = world.domains(producer).then((each) => {
      answered = true;
      return each;
    });
    // The answer to a later request shows that the delayed request has arrived.
    await world.list(producer, 'example.com');
    await world.mock.clock.advance(59_999);
    await world.list(producer, 'example.com');
    expect(answered).toBe(false);
    await world.mock.clock.advance(1);
    expect((await reply).status).toBe(200);
  });

  it('a fault can strike the evidence image', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, { autoCollect: true });
    const { downloadUrl = '' } = (await world.read(producer, cdrId)).data.cdr;
    world.mock.addFault({ operation: 'cdrs.download', status: 503 });
    expect((await world.visit(downloadUrl)).status).toBe(503);
    expect((await world.visit(downloadUrl)).status).toBe(200);
  });

  it.each(IMPOSSIBLE)('a fault with %s is refused and names the field', async (_, fault, path) => {
    const world = await open();
    let thrown: unknown;
    try {
      world.mock.addFault(fault as FaultInput);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InvalidInputError);
    expect((thrown as InvalidInputError).issues.map((issue) => issue.path)).toContain(path);
  });
});

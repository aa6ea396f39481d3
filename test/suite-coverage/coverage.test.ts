import { describe, expect, it } from 'vitest';
import { createMockService, type MockService, presets, SINK_URL } from '../../mock/index.ts';
import { coverageEntries } from '../../mock/suite-coverage/items.ts';
import { LINES } from '../../mock/suite-coverage/ways.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { refusalsOf } from '../../src/contract/refusals.ts';
import { START } from '../service/support/each-door.ts';

type Run = (names: object) => Promise<unknown>;

/** Makes a function of a proposed line, with the names that the guide declares. */
function runOf(line: string, names: object): Promise<unknown> {
  const Async = (async () => {}).constructor as new (...args: string[]) => Run;
  const body = line.startsWith('createMockService') ? `return ${line}` : `${line}\n`;
  return new Async(`{ ${Object.keys(names).join()} }`, body)(names);
}

/** A world with one record, shared and not yet received. */
async function worldOf() {
  const mock = createMockService({ now: START, webhookTimeoutMs: 50 });
  const producer = mock.addOrganization({ name: 'Producer', autoCollect: false });
  const receiver = mock.addOrganization({ name: 'Receiver' });
  const page = presets.checkedBox({ autoShare: true });
  const { cdrId, domainId, shareUrl } = mock.capture(producer, page);
  const seller = new ConsentEvidence(mock.clientOptions(producer));
  const buyer = new ConsentEvidence(mock.clientOptions(receiver));
  const names = { mock, producer, receiver, seller, buyer, cdrId, domainId, shareUrl };
  return { mock, names: { ...names, presets, SINK_URL, createMockService } };
}

/** The words in a line that name an item of another kind than an operation's outcome. */
const NAMED: readonly (readonly [id: RegExp, words: RegExp])[] = [
  [/^check received/, /buyer\.shares\.receive/],
  [/^check already received/, /receive.*receive|addFault.*receive/],
  [/^check the token was created/, /seller\.shares\.receive/],
  [/^check the record is rendered/, /render/i],
  [/^check the organization holds/, /buyer\.cdrs\.get/],
  [/^check the record is retained/, /days: 1826/],
  [/^retry pending/, /afterReceives|slowRender/],
  [/^retry (?!pending)/, /addFault.*retries/],
  [/^delivery /, /\/\/ delivery/],
];

function names(line: string, id: string): boolean {
  const [operation = ''] = id.split(' ');
  return (
    line.includes(operation) || NAMED.some(([form, words]) => form.test(id) && words.test(line))
  );
}

const metIn = (mock: MockService) =>
  mock.coverage().items.flatMap(({ id, met }) => (met > 0 ? [id] : []));

describe('mock.coverage', () => {
  it.each(coverageEntries())(
    'has a line that meets "$id", and nothing else that it does not name',
    async ({ id, how }) => {
      const { mock, names: given } = await worldOf();
      // Most of the lines end in the refusal that they are to meet.
      const made = await runOf(how, given).catch((error: unknown) => {
        if (error instanceof SyntaxError || error instanceof ReferenceError) throw error;
        return undefined;
      });
      const met = metIn(how.startsWith('createMockService') ? (made as MockService) : mock);
      expect(met).toContain(id);
      expect(met.filter((each) => each !== id && !names(how, each))).toEqual([]);
    },
  );

  it('has an item for each refusal of each operation that the fake gives without a reading', () => {
    const ids = new Set(coverageEntries().map(({ id }) => id));
    const without = (Object.keys(endpoints) as EndpointName[]).flatMap((name) =>
      Object.keys(refusalsOf(name))
        .map((code) => `${endpoints[name].operation} ${code}`)
        .filter((id) => !ids.has(id)),
    );
    // Only under a reading, or only by a fault.
    expect(without.filter((id) => !id.endsWith(' FORBIDDEN')).toSorted()).toEqual([
      'cdrs.list NOT_FOUND',
      'shares.dashboardUrl GONE',
      'shares.dashboardUrl NOT_FOUND',
    ]);
    expect(Object.keys(LINES).length).toBeGreaterThan(10);
    expect(ids.size).toBe(coverageEntries().length);
  });

  it('counts an injected answer apart: it is not the thing itself', async () => {
    const { mock, names: given } = await worldOf();
    mock.addFault({ operation: 'shares.receive', code: 'GONE', times: 2 });
    for (const _ of [1, 2]) await given.buyer.shares.receive(given.shareUrl).catch(() => undefined);
    const item = mock.coverage().items.find(({ id }) => id === 'shares.receive GONE');
    expect(item).toMatchObject({ met: 0, injected: 2 });
    await runOf(item?.how ?? '', given).catch(() => undefined);
    expect(mock.coverage().items.find(({ id }) => id === 'shares.receive GONE')).toMatchObject({
      met: 1,
      injected: 2,
    });
  });

  it('meets nothing by a seed, and forgets nothing by a reset', async () => {
    const seeded = createMockService({ now: START, seed: 'demo' });
    expect(metIn(seeded)).toEqual([]);
    const client = new ConsentEvidence(seeded.clientOptions('acme'));
    await client.domains.list();
    seeded.reset();
    expect(metIn(seeded)).toEqual(['domains.list ok']);
    const { met, of, items } = seeded.coverage();
    expect([met, of]).toEqual([1, items.length]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readStateFile, writeStateFile } from '../../cli/mock/state-file.ts';
import { createMockService, diff, parseSeed, presets } from '../../mock/index.ts';
import { serveMock } from '../../mock/node.ts';
import { spacedJson } from '../../mock/page/app/parts/spaced-json.ts';
import { textOf } from '../../mock/page/app/parts/text-of.ts';
import { exactJsonText, jsonText } from '../../src/texts/json-text.ts';

/** As deep as 16 KB of custom data can be (spec §8). */
const LISTS = `{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`;
const OBJECTS = '{"a":'.repeat(2600) + '1' + '}'.repeat(2600);

describe.each([
  ['8,000 lists', LISTS],
  ['2,600 objects', OBJECTS],
])('§2.3: custom data of %s in each other', (_what, json) => {
  const customMetadata = JSON.parse(json) as Record<string, unknown>;
  const page = presets.checkedBox({ customMetadata });

  it('is served by every endpoint that shows a record, with the other records of its list', async () => {
    const events: string[] = [];
    const webhookFetch = async (_url: unknown, init?: { body?: unknown }) => {
      events.push(String(init?.body));
      return new Response();
    };
    const mock = createMockService({ webhookFetch });
    const webhook = { url: 'https://hooks.example/', secret: 's' };
    const organization = mock.addOrganization({ name: 'Acme', webhook });
    const { cdrId, domainId } = mock.capture(organization, page);
    mock.capture(organization, presets.checkedBox({ pageUrl: page.pageUrl }));
    const { apiKey, baseUrl } = mock.clientOptions(organization);
    const read = async (at: string) => {
      const headers = { 'x-api-key': String(apiKey) };
      const response = await mock.fetch(new URL(at, baseUrl), { headers });
      return { status: response.status, text: await response.text() };
    };
    for (const at of [`/v1/cdrs/${cdrId}`, `/v1/domains/${domainId}/cdrs`]) {
      const { status, text } = await read(at);
      expect([at, status, text.includes(json)]).toEqual([at, 200, true]);
    }
    await mock.clock.advance(0);
    expect(events.filter((body) => body.includes(json))).toHaveLength(1);
  });

  it('is in snapshots, their JSON, a state file and the differences', async () => {
    const mock = createMockService();
    const before = mock.snapshot();
    const { cdrId } = mock.capture(mock.addOrganization({ name: 'Acme' }), page);
    const after = mock.snapshot();
    expect(diff(before, after).map(({ text }) => text)).toContain(`${cdrId} was captured`);
    expect(diff(after, mock.snapshot())).toEqual([]);
    mock.restore(after.toJSON());
    const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-nested-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'state.ndjson');
    await writeStateFile(file, mock.snapshot());
    const read = await readStateFile(file);
    expect(jsonText(read?.tables['cdrs'])).toContain(json);
    if (read !== undefined) mock.restore(read);
    expect(diff(after, mock.snapshot())).toEqual([]);
  });

  it('can be seeded, and captured and read through the control API', async () => {
    const seed = `{"organizations":[{"organizationId":"acme","name":"Acme"}],"captures":[{"organization":"acme","preset":"checkedBox","page":{"customMetadata":${json}}}]}`;
    const mock = createMockService({ seed: parseSeed(seed) });
    const served = await serveMock(mock);
    onTestFinished(() => served.close());
    const records = await fetch(new URL('/_mock/api/records', served.url));
    expect(records.status).toBe(200);
    const [record] = ((await records.json()) as { records: { cdrId: string }[] }).records;
    const one = await fetch(new URL(`/_mock/api/records/${record?.cdrId}`, served.url));
    expect([one.status, (await one.text()).includes(json)]).toEqual([200, true]);
  });

  it('is shown by the inspector in about as many characters as it has', () => {
    expect(textOf(customMetadata)).toBe(json);
    const shown = spacedJson(json);
    expect(shown.replaceAll(/\s/g, '')).toBe(json);
    expect(shown.length).toBeLessThan(json.length * 3);
  });
});

it('JSON in a loop is that of JSON.stringify, but for numbers that JSON.stringify loses', () => {
  const values: unknown[] = [
    ...[
      null,
      true,
      0,
      1.5,
      'a"\\\n\ud800',
      [],
      {},
      [undefined, () => 1],
      { a: undefined, b: [{}] },
    ],
    ...[new Date(0), { when: new Date(0), __proto__: 1 }, Object.create(null), Number.NaN],
    JSON.parse('{"__proto__":{"constructor":[1]},"toJSON":2}'),
  ];
  for (const value of values) expect(exactJsonText(value)).toBe(JSON.stringify(value));
  expect(exactJsonText([-0, Infinity, -Infinity])).toBe('[-0,1e400,-1e400]');
  const loop: unknown[] = [];
  loop.push([loop]);
  expect(() => exactJsonText(loop)).toThrow(TypeError);
});

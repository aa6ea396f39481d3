import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { seedJsonSchema } from '../../mock/openapi/seed-json-schema.ts';
import { demoSeed } from '../../mock/seed/demo.ts';
import { parseSeed } from '../../mock/seed/parse-seed.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { isApiError } from '../../src/errors/api-error.ts';

const now = Date.parse('2026-01-05T12:00:00Z');
const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const solar = textOf('examples/seeds/solar.json');
const guide = textOf('docs/guides/seeds.md');

/** Validates a file as an editor does, by the JSON Schema alone. */
const fits = new Ajv({ allErrors: true, strict: false }).compile(seedJsonSchema());
const faultsOf = (seed: unknown) => {
  fits(seed);
  return (fits.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
};

describe('the seed file of the examples', () => {
  it('makes a world with its chain, its tokens and its volume', async () => {
    const mock = createMockService({ now, seed: parseSeed(solar) });
    const verde = new ConsentEvidence(mock.clientOptions('verde'));
    expect(await verde.cdrs.get('cdr_texas')).toMatchObject({ producerOrgId: 'sunroof' });
    expect(await verde.shares.receive('shr_live')).toMatchObject({ cdrId: 'cdr_texas' });
    const expired = await verde.shares.receive('shr_expired').catch((error: unknown) => error);
    expect(isApiError(expired, 'GONE')).toBe(true);
    const acme = new ConsentEvidence(mock.clientOptions('acme'));
    const walk = acme.cdrs.list('plan-helper.example', { pageSize: 100 });
    const cdrs = await walk.toArray({ limit: 2500 });
    expect(new Set(cdrs.map(({ cdrId }) => cdrId)).size).toBe(2500);
    expect(new Set(cdrs.map(({ createdAt }) => createdAt)).size).toBe(1);
  });
});

describe('the guide to seeds', () => {
  const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block);

  it('shows seeds that can be had', () => {
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      expect(() => createMockService({ now, seed: parseSeed(block) })).not.toThrow();
    }
  });

  it('names every member of the format', () => {
    const schema = JSON.stringify(seedJsonSchema(), (key, value: unknown) =>
      key === 'page' ? {} : value,
    );
    const names = [...schema.matchAll(/"(\w+)":\{"(?:type|description|maxItems|anyOf|\$ref)"/g)]
      .map(([, name = '']) => name)
      .filter(
        (name) => !['items', 'properties', 'url', 'secret', 'minutes', 'seconds'].includes(name),
      );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  });
});

describe('the JSON Schema of a seed file', () => {
  it('takes the demo, the example and the shortest seed', () => {
    const seeds: unknown[] = [demoSeed, JSON.parse(solar), { organizations: [] }];
    expect(seeds.flatMap(faultsOf)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['capturs', { organizations: [], capturs: [] }, ' additionalProperties'],
    ['a missing name', { organizations: [{ organizationId: 'a' }] }, '/organizations/0 required'],
    [
      'an unknown preset',
      { organizations: [], captures: [{ organization: 'a', preset: 'checkdBox' }] },
      '/captures/0/preset enum',
    ],
    [
      'a misspelt member of a field',
      {
        organizations: [],
        captures: [{ organization: 'a', page: { fields: [{ name: 'p', valu: '', value: '' }] } }],
      },
      '/captures/0/page/fields/0 additionalProperties',
    ],
    [
      'custom data that is no object',
      { organizations: [], captures: [{ organization: 'a', page: { customMetadata: 'x' } }] },
      '/captures/0/page/customMetadata type',
    ],
    [
      'a misspelt unit',
      { organizations: [], shares: [{ capture: 'a', from: 'b', age: { hour: 1 } }] },
      '/shares/0/age anyOf',
    ],
  ])('refuses %s where it stands', (_, seed, fault) => {
    expect(faultsOf(seed)).toContain(fault);
    expect(() => parseSeed(JSON.stringify(seed))).toThrow();
  });

  it('describes each preset in an editor', () => {
    const text = JSON.stringify(seedJsonSchema());
    const { enum: names, enumDescriptions } = JSON.parse(
      /\{[^{}]*"enumDescriptions":\[[^\]]*\][^{}]*\}/.exec(text)?.[0] ?? '{}',
    ) as { enum: string[]; enumDescriptions: string[] };
    expect(enumDescriptions).toHaveLength(names.length);
    expect(enumDescriptions[names.indexOf('uncheckedBox')]).toContain('unchecked checkbox');
  });
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService } from '../../mock/fake/mock-service.ts';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { component, document, tolerant } from './support.ts';

type Parameter = Json & { readonly name: string; readonly schema: Json };

function parametersOf(from: Json): Parameter[] {
  const paths = from['paths'] as Record<string, { get: { parameters: Parameter[] } }>;
  return paths['/v1/domains/{domainId}/cdrs']?.get.parameters ?? [];
}

const ajv = new Ajv2020({ strict: false });
const formsIn = (from: Json) =>
  new Map(parametersOf(from).map(({ name, schema }) => [name, ajv.compile(schema)]));
const [accepted, sent] = [formsIn(tolerant), formsIn(document)];

/** Returns whether the parameter is allowed, as a text or as the number in it. */
function allows(name: string, text: string, forms = accepted): boolean {
  const isValid = forms.get(name);
  return isValid !== undefined && (isValid(text) || isValid(Number(text)));
}

function worldOf() {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
  const { apiKey, organizationId } = mock.addOrganization({ name: 'Acme' });
  const { cdrId, domainId } = mock.capture(organizationId, presets.checkedBox());
  const headers = { 'x-api-key': apiKey };
  const ask = (path: string, init: RequestInit = {}) =>
    mock.fetch(`${mock.baseUrl}${path}`, { headers, ...init } as never);
  return { ask, cdrId, domainId };
}

describe('what the checks take as a request', () => {
  it.each([
    ...['101', '0', '-5', '10.9', 'abc', '1e2', ''].map((value) => ['pageSize', value] as const),
    ...['asc', 'desc', 'ASC', 'newest'].map((value) => ['order', value] as const),
    ['metadataValue', 'alone'],
  ] as const)('allow %s=%s, as the service does', async (name, value) => {
    const { ask, domainId } = worldOf();
    const query = new URLSearchParams({ [name]: value });
    expect((await ask(`/v1/domains/${domainId}/cdrs?${query}`)).status).toBe(200);
    expect(allows(name, value)).toBe(true);
  });

  it('allow whatever query the service takes', async () => {
    const { ask, domainId } = worldOf();
    const name = fc.constantFrom(...accepted.keys()).filter((each) => each !== 'domainId');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, fc.string(), { noNullPrototype: true }),
        async (query) => {
          const search = new URLSearchParams(query);
          const { status } = await ask(`/v1/domains/${domainId}/cdrs?${search}`);
          if (status !== 200) return;
          for (const [each, value] of Object.entries(query)) expect(allows(each, value)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('allow whatever body of a share the service takes, expiresInMs: -1 too', async () => {
    const { ask, cdrId } = worldOf();
    const valid = component('ShareTerms', 'tolerant');
    await fc.assert(
      fc.asyncProperty(fc.record({ expiresInMs: fc.jsonValue() }), async (body) => {
        const init = { method: 'POST', body: JSON.stringify(body) };
        expect((await ask(`/v1/cdrs/${cdrId}/share`, init)).status).toBe(200);
        expect(valid(JSON.parse(init.body))).toBe(true);
      }),
      { numRuns: 40, examples: [[{ expiresInMs: -1 }], [{ expiresInMs: '1h' }]] },
    );
  });

  it('refuse what the service refuses in the body of a receive', () => {
    const valid = component('ReceiveTerms');
    expect(valid({})).toBe(true);
    expect(valid({ collect: true, acceptance: { schemaVersion: 1 } })).toBe(true);
    for (const body of [{ collect: 'true' }, { colect: true }, { acceptance: {} }]) {
      expect(valid(body)).toBe(false);
    }
  });
});

describe('what the OpenAPI document lets a client send', () => {
  it.each([
    ['pageSize', ['1', '20', '100'], ['0', '101', '10.9', 'abc', '']],
    ['order', ['asc', 'desc'], ['ASC', 'newest', '']],
  ])('is for %s only what the service does not replace by its default', (name, good, bad) => {
    expect(good.filter((value) => !allows(name, value, sent))).toEqual([]);
    expect(bad.filter((value) => allows(name, value, sent))).toEqual([]);
  });

  it('is for expiresInMs a whole number of milliseconds up to two years', () => {
    const valid = component('ShareTerms');
    for (const expiresInMs of [1, 63_072_000_000]) expect(valid({ expiresInMs })).toBe(true);
    for (const expiresInMs of [0, -1, 1.5, '1h', 63_072_000_001]) {
      expect(valid({ expiresInMs })).toBe(false);
    }
  });

  it('is always something that the service accepts', () => {
    for (const [name, ofQuery] of sent) {
      for (const value of ['', 'asc', 'x', 0, 1, 100, 1.5]) {
        if (ofQuery(value)) expect(accepted.get(name)?.(value)).toBe(true);
      }
    }
  });
});

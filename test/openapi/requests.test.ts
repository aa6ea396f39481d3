import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService } from '../../mock/fake/mock-service.ts';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { component, partOf } from './support.ts';

const parameters = partOf('paths', '/v1/domains/{domainId}/cdrs', 'get')['parameters'] as {
  name: string;
  schema: Json;
}[];

const ajv = new Ajv2020({ strict: false });
const forms = new Map(parameters.map(({ name, schema }) => [name, ajv.compile(schema)]));

/** Returns whether the document allows the parameter, as a text or as the number in it. */
function allows(name: string, text: string): boolean {
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

describe('the requests of the OpenAPI document', () => {
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
    const name = fc
      .constantFrom(...parameters.map((each) => each.name))
      .filter((each) => each !== 'domainId');
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
    const valid = component('ShareCdrBody');
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
    const valid = component('ReceiveShareBody');
    expect(valid({})).toBe(true);
    expect(valid({ collect: true, acceptance: { schemaVersion: 1 } })).toBe(true);
    for (const body of [{ collect: 'true' }, { colect: true }, { acceptance: {} }]) {
      expect(valid(body)).toBe(false);
    }
  });
});

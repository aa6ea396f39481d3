import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { renderExamples } from '../../scripts/render-examples.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { refusalsOf } from '../../src/contract/refusals.ts';
import { OpenApi } from '../control/support/openapi.ts';
import { document, partOf } from './support.ts';

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >;
}

const names = Object.keys(endpoints) as EndpointName[];

const operations = Object.entries(partOf('paths')).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    ...{ path, method, operation },
  })),
);

const examplesOf = ({ content }: { readonly content?: Readonly<Record<string, Media>> }) =>
  Object.entries(content?.['application/json']?.examples ?? {});

describe('the examples of the OpenAPI document', () => {
  it('are what the demo world answers: run `npm run generate`', async () => {
    const file = new URL('../../mock/openapi/examples.json', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(await renderExamples());
  });

  it('fit their schemas', () => {
    const api = new OpenApi(document);
    const differences = operations.flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) =>
        examplesOf(response).flatMap(([, { value }]) =>
          api.differences({
            ...{ method, path: path.replace(/\{\w+\}/g, 'x'), status: Number(status) },
            text: JSON.stringify(value),
            headers: new Headers({
              ...{ 'content-type': 'application/json', 'cache-control': 'no-store' },
              'retry-after': '2',
            }),
          }),
        ),
      ),
    );
    expect(differences).toEqual([]);
  });

  it.each(names)('show every refusal of %s under its status, and no other', (name) => {
    const { operation } = operations.find(({ operation: each }) => each.operationId === name) ?? {};
    const shown = Object.entries(operation?.responses ?? {}).flatMap(([status, response]) =>
      examplesOf(response).flatMap(([code]) => (code === 'demo' ? [] : [`${status} ${code}`])),
    );
    const codes = Object.keys(refusalsOf(name)) as (keyof typeof ERROR_STATUS)[];
    expect(shown.sort()).toEqual(codes.map((code) => `${ERROR_STATUS[code]} ${code}`).sort());
  });

  it('have details where the service gives details', () => {
    const withDetails = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) =>
        examplesOf(response)
          .filter(([, { value }]) => JSON.stringify(value).includes('"details"'))
          .map(([code]) => code),
      ),
    );
    expect(new Set(withDetails)).toEqual(new Set(['INVALID_ARGUMENT', 'CDR_ACCEPTANCE_FAILED']));
  });
});

/** What generators make of the id of an operation, which a schema's name must not be. */
const MADE =
  /^(?:Data|Errors?|Responses?|Request|Params|PathParams|QueryParams|Headers?|Body|Bodies|Result|Query|Mutation|Status|\d{3}.*)$/;

/** Names that a language or a library has already. */
const TAKEN = ['Record', 'Partial', 'Pick', 'Client', 'Config', 'Options', 'RequestOptions'];

describe('what generators make of the OpenAPI document', () => {
  it('has no name twice', () => {
    const ids = operations.map(({ operation: { operationId } }) => operationId.toLowerCase());
    expect(new Set(ids).size).toBe(ids.length);
    const clashing = Object.keys(partOf('components', 'schemas')).filter(
      (schema) =>
        schema in globalThis ||
        TAKEN.includes(schema) ||
        ids.some((id) => schema.toLowerCase().startsWith(id) && MADE.test(schema.slice(id.length))),
    );
    expect(clashing).toEqual([]);
  });

  it('has a type for whatever a client sends', () => {
    const untyped: string[] = [];
    const look = (schema: Json, place: string): void => {
      const { $ref, properties, items, enum: values, type } = schema as Record<string, Json>;
      if ($ref !== undefined) {
        const name = String($ref).split('/').at(-1) ?? '';
        look(partOf('components', 'schemas', name), name);
        return;
      }
      if (typeof type !== 'string' && values === undefined) untyped.push(place);
      for (const [name, each] of Object.entries(properties ?? {}))
        look(each as Json, `${place}.${name}`);
      if (items !== undefined) look(items, `${place}[]`);
    };
    for (const { operation } of operations) {
      for (const each of operation.parameters ?? [])
        look(each['schema'] as Json, String(each['name']));
      const body = operation.requestBody?.content['application/json'] as
        | { schema?: Json }
        | undefined;
      if (body?.schema !== undefined) look(body.schema, operation.operationId);
    }
    expect(untyped).toEqual([]);
  });

  it('says of each operation what it does, under a tag that is described', () => {
    const tags = (document['tags'] as Json[]).map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.description.length).toBeGreaterThan(80);
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
      expect(operation.tags).toHaveLength(1);
    }
  });
});

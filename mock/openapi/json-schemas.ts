import * as z from 'zod';
import { paramsOf } from '../../src/contract/path.ts';

/** A JSON Schema, or any other part of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** Marks a text, as all of a query are, that holds a number, with the schema of the number. */
export const AS_NUMBER = 'x-as-number';

/**
 * Converts named schemas to JSON Schemas in the form of `components.schemas` of an OpenAPI 3.1
 * document: a schema that contains another refers to it. Objects of the contract stay open, as
 * readers should accept them; strict ones stay strict.
 */
export function jsonSchemas(
  named: Readonly<Record<string, z.core.$ZodType>>,
): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // A member that is never present; JSON has no value for it.
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
      const { [AS_NUMBER]: number } = jsonSchema;
      if (number !== undefined) {
        for (const name of ['pattern', AS_NUMBER]) Reflect.deleteProperty(jsonSchema, name);
        Object.assign(jsonSchema, number);
      }
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [id, schema as Json]),
  );
}

/** Returns a reference to one of the document's schemas. */
export function refTo(id: string): Json {
  return { $ref: `#/components/schemas/${id}` };
}

/** A parameter of an operation. */
export type Parameter = Json & { readonly name: string };

/** Returns one parameter for each member of a query's schema. */
export function queryParameters(query: z.core.$ZodObject): Parameter[] {
  const { Query } = jsonSchemas({ Query: query });
  const required = (Query?.['required'] ?? []) as readonly string[];
  const properties = (Query?.['properties'] ?? {}) as Readonly<Record<string, Json>>;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Returns one parameter for each `:name` of a path template; each is a non-empty segment. */
export function pathParameters(template: string): Parameter[] {
  return paramsOf(template).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

/** Converts a path such as `/v1/cdrs/:cdrId` to OpenAPI's notation. */
export function openApiPath(template: string): string {
  return template.replace(/:(\w+)/g, '{$1}');
}

// Written by `npm run generate` from the docstrings of the contract.
import descriptions from './descriptions.json' with { type: 'json' };
import type { Json } from './json-schemas.ts';

type Members = Readonly<Record<string, string>>;

const told: Readonly<Record<string, { description: string; members: Members }>> = descriptions;

function withMembers(schema: Json, members: Members): Json {
  const { properties, oneOf } = schema as { properties?: Record<string, Json>; oneOf?: Json[] };
  return {
    ...schema,
    ...(oneOf && { oneOf: oneOf.map((each) => withMembers(each, members)) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          { ...property, ...(members[name] && { description: members[name] }) },
        ]),
      ),
    }),
  };
}

/** Adds the contract's descriptions to the named schemas and their members, if it has any. */
export function described(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { description, members = {} } = told[name] ?? {};
      return [name, { ...(description && { description }), ...withMembers(schema, members) }];
    }),
  );
}

import * as z from 'zod';
import type { Endpoint, EndpointFacts } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpointFacts, endpoints } from '../../src/contract/endpoints.ts';
import type { View } from './failure-schemas.ts';
import { type Json, jsonSchemas } from './json-schemas.ts';

type Members = Readonly<Record<string, Json>>;

/** The facts of an endpoint, without their literal types. */
export interface PlainFacts extends Omit<EndpointFacts<unknown>, 'names' | 'inputs' | 'example'> {
  readonly names: { readonly data?: string; readonly body?: string };
  readonly inputs: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, unknown>>;
}

/** Returns an endpoint's row and facts, without their literal types. */
export function rowOf(name: EndpointName): { row: Endpoint; facts: PlainFacts } {
  return { row: endpoints[name], facts: endpointFacts[name]() as unknown as PlainFacts };
}

const names = Object.keys(endpoints) as EndpointName[];

/** Returns the schemas of data and bodies, by the names that the endpoints give them. */
export function endpointSchemas(): Record<string, z.core.$ZodType> {
  const schemas: Record<string, z.core.$ZodType> = {};
  for (const { row, facts } of names.map(rowOf)) {
    if (facts.names.data !== undefined && row.data) schemas[facts.names.data] = row.data();
    if (facts.names.body !== undefined && row.body) schemas[facts.names.body] = row.body();
  }
  return schemas;
}

/**
 * Returns the schemas of what a client should send, by member; empty where that is what the service
 * accepts.
 */
export function narrowerInputs({ sends }: PlainFacts, view: View): Members {
  if (view === 'tolerant' || sends === undefined) return {};
  const { Sent } = jsonSchemas({ Sent: z.object(sends()) });
  return Sent?.['properties'] as Members;
}

/** Describes each member of the bodies, and narrows those that are narrower when sent. */
export function withBodies(schemas: Record<string, Json>, view: View): Record<string, Json> {
  const bodies = names.flatMap((endpoint) => {
    const { facts } = rowOf(endpoint);
    const { body = '' } = facts.names;
    const schema = schemas[body];
    if (schema === undefined) return [];
    const narrower = narrowerInputs(facts, view);
    const members = Object.entries(schema['properties'] as Members).map(([member, each]) => [
      member,
      { ...(narrower[member] ?? each), description: facts.inputs[member] },
    ]);
    const description = `The body of \`${endpoint}\`; it may be left out.`;
    return [[body, { description, ...schema, properties: Object.fromEntries(members) as Json }]];
  });
  return { ...schemas, ...(Object.fromEntries(bodies) as Record<string, Json>) };
}

import * as z from 'zod';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import {
  acceptanceFailedDetailsSchema,
  acceptanceFailureSchema,
  invalidArgumentDetailsSchema,
} from '../../src/contract/acceptance-failure.ts';
import { autoMetadataSchema } from '../../src/contract/auto-metadata.ts';
import { cdrListEntrySchema, cdrSchema } from '../../src/contract/cdr.ts';
import {
  declaredDisclosureSchema,
  detectedDisclosureDetailsSchema,
  detectedDisclosureSchema,
} from '../../src/contract/disclosure.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpointFacts, endpoints } from '../../src/contract/endpoints.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { geoSchema, signerTelemetrySchema } from '../../src/contract/signer-telemetry.ts';
import { cdrCompletedEventSchema } from '../../src/contract/webhook.ts';
import { criteriaParts, strictCriteria } from './criteria-schemas.ts';
import { described } from './described.ts';
import { type Json, jsonSchemas } from './json-schemas.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A text whose known values are listed. Others may be added, and a reader must accept them. */
function knownOr(values: readonly string[]) {
  return z.union([z.enum(values), z.string()]);
}

function failureSchema(details?: z.core.$ZodType) {
  const error = {
    code: knownOr(Object.keys(ERROR_STATUS)).describe(
      'Branch on it; there may be codes that are not listed (spec §7).',
    ),
    message: z.string().describe('For people: unstable; do not parse it (spec §2.1).'),
    requestId: z.string().describe('Identifies the request; give it to support (spec §2.1).'),
  };
  return z.object({
    ok: z.literal(false).describe('The only test of success, whatever the status (spec §2.1).'),
    error: z
      .object(details === undefined ? error : { ...error, details })
      .describe('What was refused, and why (spec §2.1).'),
  });
}

function detailsOf(schema: z.core.$ZodType) {
  return z.lazy(() => schema).describe('What was found wrong (spec §2.1).');
}

/** Failure schemas by the form of their envelope: two codes carry details (spec §2.1). */
const failures = () => ({
  Failure: failureSchema(),
  InvalidArgument: failureSchema(detailsOf(invalidArgumentDetailsSchema()).optional()),
  AcceptanceFailed: failureSchema(detailsOf(acceptanceFailedDetailsSchema())),
});

/** The form of a failure's envelope. */
export type FailureForm = keyof ReturnType<typeof failures>;

/** The schemas that have names of their own in the documents of the API. */
const named = () => ({
  Cdr: cdrSchema(),
  CdrListEntry: cdrListEntrySchema(),
  AutoMetadata: autoMetadataSchema(),
  SignerTelemetry: signerTelemetrySchema(),
  Geo: geoSchema(),
  DetectedDisclosureDetails: detectedDisclosureDetailsSchema(),
  DetectedDisclosure: detectedDisclosureSchema(),
  DeclaredDisclosure: declaredDisclosureSchema(),
  AcceptanceFailedDetails: acceptanceFailedDetailsSchema(),
  AcceptanceFailure: acceptanceFailureSchema(),
  InvalidArgumentDetails: invalidArgumentDetailsSchema(),
  CdrCompletedEvent: cdrCompletedEventSchema(),
});

/** The known values of members that the contract leaves open (spec §2.3, §7.1). */
const KNOWN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  DetectedDisclosure: { consentMechanism: ['checkbox', 'button_submission', 'none_detected'] },
  AcceptanceFailure: {
    status: ['failed', 'unavailable'],
    code: Object.keys(ACCEPTANCE_FAILURE_STATUS),
  },
  AcceptanceFailedDetails: { outcome: ['rejected'] },
};

/** Lists the known values: code in another language has only the document to learn them from. */
function withKnownValues(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const known = Object.entries(KNOWN).map(([name, members]) => {
    const schema = schemas[name] as { properties: Record<string, Json> };
    const open = Object.entries(members).map(([member, values]): [string, Json] => {
      const { type, ...rest } = schema.properties[member] ?? {};
      return [member, { ...rest, anyOf: [{ type, enum: values }, { type }] }];
    });
    const properties: Json = { ...schema.properties, ...Object.fromEntries(open) };
    return [name, { ...schema, properties }];
  });
  return { ...schemas, ...(Object.fromEntries(known) as Record<string, Json>) };
}

/** Adds the request bodies, each member described by its endpoint. */
function withBodies(schemas: Record<string, Json>): Record<string, Json> {
  const bodies = (Object.keys(endpoints) as EndpointName[]).flatMap((endpoint) => {
    const name = `${capital(endpoint)}Body`;
    const schema = schemas[name] as { properties?: Record<string, Json> } | undefined;
    if (schema === undefined) return [];
    const meanings: Readonly<Record<string, string>> = endpointFacts[endpoint]().inputs;
    const members = Object.entries(schema.properties ?? {}).map(([member, each]) => [
      member,
      { ...each, description: meanings[member] },
    ]);
    return [[name, { ...schema, properties: Object.fromEntries(members) as Json }] as const];
  });
  return { ...schemas, ...Object.fromEntries(bodies) };
}

/** Returns every schema that the service's document names, with descriptions. */
export function componentSchemas(): Record<string, Json> {
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const data = rows.flatMap(([name, each]) =>
    each.data === null ? [] : [[`${capital(name)}Data`, each.data()] as const],
  );
  const bodies = rows.flatMap(([name, each]) =>
    each.body === null ? [] : [[`${capital(name)}Body`, each.body()] as const],
  );
  const schemas = jsonSchemas({
    ...named(),
    ...criteriaParts(),
    ...failures(),
    ...Object.fromEntries([...data, ...bodies]),
  });
  return withBodies(strictCriteria(withKnownValues(described(schemas))));
}

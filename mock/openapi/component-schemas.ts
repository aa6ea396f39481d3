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
import { geoSchema, signerTelemetrySchema } from '../../src/contract/signer-telemetry.ts';
import { cdrCompletedEventSchema } from '../../src/contract/webhook.ts';
import { criteriaParts, strictCriteria } from './criteria-schemas.ts';
import { described } from './described.ts';
import { endpointSchemas, withBodies } from './endpoint-schemas.ts';
import { failureSchemas, type View } from './failure-schemas.ts';
import { type Json, jsonSchemas } from './json-schemas.ts';
import { flattened } from './narrow.ts';

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

/** Returns every schema that the service's document names, with descriptions. */
export function componentSchemas(view: View): Record<string, Json> {
  const schemas = jsonSchemas({
    ...named(),
    ...criteriaParts(),
    ...failureSchemas(view),
    ...endpointSchemas(),
  });
  const all = withBodies(strictCriteria(withKnownValues(described(schemas))), view);
  if (view === 'tolerant') return all;
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, flattened(each)]));
}

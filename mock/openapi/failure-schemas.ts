import * as z from 'zod';
import {
  acceptanceFailedDetailsSchema,
  invalidArgumentDetailsSchema,
} from '../../src/contract/acceptance-failure.ts';
import type { EndpointFacts } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpointFacts, endpoints } from '../../src/contract/endpoints.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../../src/contract/error-codes.ts';
import { refusalsOf } from '../../src/contract/refusals.ts';
import type { Json } from './json-schemas.ts';

/**
 * How a document sees the service. `tolerant`: whatever the service accepts and may answer, for
 * checks. `narrow`: what a client should send and will get, for generators.
 */
export type View = 'tolerant' | 'narrow';

const codes = Object.keys(ERROR_STATUS) as KnownErrorCode[];
const names = Object.keys(endpoints) as EndpointName[];

/** The statuses that an endpoint is documented to refuse with; others are of no endpoint's own. */
const statuses = [...new Set(Object.values(ERROR_STATUS))].filter((status) =>
  names.some((name) =>
    Object.keys(refusalsOf(name)).some((code) => ERROR_STATUS[code as KnownErrorCode] === status),
  ),
);

/** A text whose known values are listed. Others may be added, and a reader must accept them. */
function knownOr(values: readonly string[]) {
  return z.union([z.enum(values), z.string()]);
}

function detailsOf(schema: z.core.$ZodType) {
  return z.lazy(() => schema).describe('What was found wrong (spec §2.1).');
}

/** Two statuses carry details, and only one always does (spec §2.1). */
const DETAILS: Partial<Record<number, () => z.ZodType>> = {
  400: () => detailsOf(invalidArgumentDetailsSchema()).optional(),
  422: () => detailsOf(acceptanceFailedDetailsSchema()),
};

function failureSchema(code: z.ZodType, details?: z.ZodType) {
  const error = {
    code: code.describe('Branch on it (spec §7).'),
    message: z.string().describe('For people: unstable; do not parse it (spec §2.1).'),
    requestId: z.string().describe('Identifies the request; give it to support (spec §2.1).'),
    ...(details && { details }),
  };
  return z
    .object({
      ok: z.literal(false).describe('The only test of success, whatever the status (spec §2.1).'),
      error: z.object(error).describe('What was refused, and why (spec §2.1).'),
    })
    .describe('A refusal (spec §7).');
}

/** Returns the schema of each status's failures, by name, and of any other failure. */
export function failureSchemas(view: View): Record<string, z.ZodType> {
  const ofStatus = statuses.map((status) => {
    const own = codes.filter((code) => ERROR_STATUS[code] === status);
    const code = view === 'narrow' ? z.enum(own) : knownOr(own);
    return [`Failure${status}`, failureSchema(code, DETAILS[status]?.())] as const;
  });
  return { Failure: failureSchema(knownOr(codes)), ...Object.fromEntries(ofStatus) };
}

/** One status of an operation: its codes, what they mean, and an example of each. */
export interface StatusOfFailure {
  readonly status: number;
  readonly description: string;
  readonly examples: Json;
}

function exampleOf(code: KnownErrorCode, cause: string, details: object | undefined): Json {
  const error = { code, message: cause, requestId: 'req_example', ...(details && { details }) };
  return { summary: cause, value: { ok: false, error } };
}

/** Returns the failures that an endpoint is documented to give, by status. */
export function failuresOf(name: EndpointName): StatusOfFailure[] {
  const { details = {} }: Pick<EndpointFacts<unknown>, 'details'> = endpointFacts[name]();
  const refusals = Object.entries(refusalsOf(name)) as [KnownErrorCode, string][];
  return statuses.flatMap((status) => {
    const own = refusals.filter(([code]) => ERROR_STATUS[code] === status);
    if (own.length === 0) return [];
    const description = own.map(([code, cause]) => `\`${code}\`: ${cause}`).join(' ');
    const examples = own.map(([code, cause]) => [code, exampleOf(code, cause, details[code])]);
    return [{ status, description, examples: Object.fromEntries(examples) as Json }];
  });
}

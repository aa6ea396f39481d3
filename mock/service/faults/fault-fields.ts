import * as z from 'zod/mini';
import { isKnownErrorCode } from '../../../src/contract/error-codes.ts';
import { exactly, schemaOf } from '../../../src/contract/schema-of.ts';
import type { Issue } from '../../../src/options/issue.ts';
import { TIMER_MAX_MS } from '../../../src/platform/clock.ts';
import { inputIssues } from '../../ground/check-input.ts';
import type { OrganizationRef } from '../../world/entities.ts';
import type { FaultInput } from '../../world/fault.ts';
import { FAULT_OPERATIONS } from './fault-codes.ts';

function whole(min: number, max: number, of: string) {
  const error = `expected ${of} from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, error), z.maximum(max, error));
}

function isTimes(value: unknown): boolean {
  return value === Infinity || (Number.isSafeInteger(value) && Number(value) >= 1);
}

const PHASES = ['before', 'after'] as const;

/** The fields that every active fault has. */
export const certainFields = () => ({
  operation: z
    .enum(FAULT_OPERATIONS, { error: `expected ${FAULT_OPERATIONS.join(', ')}` })
    .check(
      z.describe('The operation that it affects; /v1 for all except image downloads, * for all.'),
    ),
  phase: z
    .enum(PHASES, { error: `expected ${PHASES.join(' or ')}` })
    .check(z.describe('"after": the operation is done, and its response is replaced or lost.')),
  delayMs: whole(0, TIMER_MAX_MS, 'whole milliseconds').check(
    z.describe("Milliseconds on the fake's clock."),
  ),
  drop: z
    .boolean({ error: 'expected true or false' })
    .check(z.describe('The connection is dropped without a response.')),
});

/** The fields that a fault may have. */
export const possibleFields = () => ({
  status: whole(400, 599, 'a status'),
  code: z
    .string({ error: 'expected an error code in capital letters' })
    .check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'expected an error code in capital letters')),
  retryAfterSeconds: whole(0, 86_400, 'whole seconds'),
  cdrId: z
    .string({ error: 'expected the cdrId of a record of this fake' })
    .check(
      z.minLength(1),
      z.maxLength(200),
      z.describe('Affects only requests about this record, by its id or one of its share tokens.'),
    ),
});

/**
 * The schema of each field of a fault. A field of `FaultInput` that is missing here does not
 * compile.
 */
const faultInputSchema = schemaOf(exactly<FaultInput>, () =>
  z.required(
    z.partial(
      z.strictObject({
        ...certainFields(),
        ...possibleFields(),
        times: z.custom<number>(isTimes, 'expected a whole number from 1, or Infinity'),
        organization: z.custom<OrganizationRef>(),
      }),
    ),
    { operation: true },
  ),
);

/** Returns what is wrong with the fields of a fault, one by one and in combination. */
export function fieldIssues(input: FaultInput): Issue[] {
  const issues = inputIssues(faultInputSchema(), input);
  const { status, code, delayMs, drop } = input;
  if (typeof code === 'string' && status === undefined && !isKnownErrorCode(code)) {
    const message = `expected the status of "${code}", which is not one of the documented codes`;
    issues.push({ path: 'status', message });
  }
  if (status === undefined && code === undefined && delayMs === undefined && drop !== true) {
    issues.push({ path: '', message: 'expected at least one of status, code, delayMs and drop' });
  }
  return issues;
}

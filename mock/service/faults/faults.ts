import { endpoints } from '../../../src/contract/endpoints.ts';
import { type ErrorCode, isKnownErrorCode } from '../../../src/contract/error-codes.ts';
import type { Issue } from '../../../src/contract/issue.ts';
import { withNearest } from '../../../src/contract/with-nearest.ts';
import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import type { Engine } from '../../engine/engine.ts';
import type { FaultTarget } from '../../world/entities.ts';
import { type OrganizationRef, resolveOrganization } from '../controls/organizations.ts';
import { canGive, codesOf } from './fault-codes.ts';
import { WITHOUT_KEY, WITHOUT_RECORD } from './take-fault.ts';

/** The operations that a fault can strike. */
export const FAULT_OPERATIONS: readonly FaultTarget[] = [
  ...Object.values(endpoints).map(({ operation }) => operation),
  'cdrs.download',
  '/v1',
  '*',
];

/**
 * Something that goes wrong on purpose. At least one of its effects must be named.
 *
 * @example
 * ```ts
 * mock.addFault({ operation: 'shares.receive', times: 2, status: 503 });
 * mock.addFault({ operation: 'cdrs.collect', phase: 'after', drop: true }); // done, and its answer lost
 * ```
 */
export interface FaultInput {
  /**
   * Which operation it strikes. `cdrs.download` is the image's own address, `/v1` is every operation
   * but that one, `*` is all.
   */
  operation: (typeof FAULT_OPERATIONS)[number];
  /** How many requests it strikes, 1 unless said; `Infinity` for all. */
  times?: number | undefined;
  /**
   * `before` (unless said): the request is answered so before anything is done. `after`: the
   * operation is done, and its answer is replaced or lost.
   */
  phase?: 'before' | 'after' | undefined;
  /** The HTTP status, 400 to 599, or the status of `code`. */
  status?: number | undefined;
  /**
   * The error code, or one that fits `status`. By a documented code it answers as the service does:
   * `CDR_PENDING` with `Retry-After`, `METHOD_NOT_ALLOWED` with `Allow`, `CDR_ACCEPTANCE_FAILED` with
   * the criteria of the request unmet (`record.maxAgeSeconds` where it sent none). A documented code
   * that the operation cannot give is refused; for `*` and `/v1` it strikes those that can.
   */
  code?: ErrorCode | undefined;
  /** Sent as `Retry-After`, in whole seconds. */
  retryAfterSeconds?: number | undefined;
  /** How long the answer takes, in the world's milliseconds. */
  delayMs?: number | undefined;
  /** The connection breaks off without an answer. */
  drop?: boolean | undefined;
  /** Strikes only requests about this record, by its id or a share token of it. */
  cdrId?: string | undefined;
  /** Strikes only requests with a key of this organization. */
  organization?: OrganizationRef | undefined;
}

/** A fault in force. */
export interface Fault {
  /** Names the fault in snapshots. */
  readonly faultId: string;
  /** Takes it away; a fault whose `times` are used up is gone by itself. */
  remove(): void;
}

/** Each field once: one that `FaultInput` has and this has not does not compile. */
const FIELDS = Object.keys({
  operation: true,
  times: true,
  phase: true,
  status: true,
  code: true,
  retryAfterSeconds: true,
  delayMs: true,
  drop: true,
  cdrId: true,
  organization: true,
} satisfies Record<keyof FaultInput, true>);

/** Longer delays would outlive every client's timeout; the same bound as a platform timer. */
const DELAY_MAX_MS = 2_147_483_647;

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

type Check = readonly [ok: boolean, path: string, expected: string];

function issuesOf(fault: FaultInput): Issue[] {
  const { operation, times, phase, status, code, retryAfterSeconds, delayMs, drop } = fault;
  const checks: Check[] = [
    [FAULT_OPERATIONS.includes(operation), 'operation', FAULT_OPERATIONS.join(', ')],
    [
      times === undefined || times === Infinity || isWhole(times, 1, Number.MAX_SAFE_INTEGER),
      'times',
      'a whole number from 1, or Infinity',
    ],
    [phase === undefined || phase === 'before' || phase === 'after', 'phase', 'before or after'],
    [status === undefined || isWhole(status, 400, 599), 'status', 'a status from 400 to 599'],
    [
      code === undefined || /^[A-Z][A-Z0-9_]{0,63}$/.test(code),
      'code',
      'an error code in capital letters',
    ],
    [
      code === undefined || status !== undefined || isKnownErrorCode(code),
      'status',
      `the status of "${code}", which is not one of the documented codes`,
    ],
    [
      retryAfterSeconds === undefined || isWhole(retryAfterSeconds, 0, 86_400),
      'retryAfterSeconds',
      'whole seconds from 0 to 86,400',
    ],
    [
      delayMs === undefined || isWhole(delayMs, 0, DELAY_MAX_MS),
      'delayMs',
      `whole milliseconds from 0 to ${DELAY_MAX_MS}`,
    ],
    [drop === undefined || typeof drop === 'boolean', 'drop', 'true or false'],
    [
      status !== undefined || code !== undefined || delayMs !== undefined || drop === true,
      '',
      'at least one of status, code, delayMs and drop',
    ],
  ];
  return checks.flatMap(([ok, path, text]) => (ok ? [] : [{ path, message: `expected ${text}` }]));
}

function unknownFields(fault: object): Issue[] {
  return Object.keys(fault).flatMap((name) => {
    if (FIELDS.includes(name)) return [];
    return [{ path: name, message: withNearest('no such field', name, FIELDS) }];
  });
}

/** What no request to the operation can be about, or the fake does not have. */
function aimIssues(
  { world }: Engine,
  { operation, code, cdrId, organization }: FaultInput,
): Issue[] {
  const codes = codesOf(operation).join(', ');
  const can =
    codes === ''
      ? `no documented code: ${operation} gives none, so give a status`
      : `a code that ${operation} can give: ${codes}`;
  const checks: Check[] = [
    [code === undefined || canGive(operation, code), 'code', can],
    [
      cdrId === undefined || !WITHOUT_RECORD.includes(operation),
      'cdrId',
      `none: a request to ${operation} names no record`,
    ],
    [
      cdrId === undefined || (typeof cdrId === 'string' && world.cdrs.has(cdrId)),
      'cdrId',
      'the cdrId of a record of this fake',
    ],
    [
      organization === undefined || !WITHOUT_KEY.includes(operation),
      'organization',
      `none: a request to ${operation} bears no key`,
    ],
  ];
  return checks.flatMap(([ok, path, text]) => (ok ? [] : [{ path, message: `expected ${text}` }]));
}

function organizationIdOf(engine: Engine, { organization }: FaultInput): string | null {
  return organization === undefined
    ? null
    : resolveOrganization(engine, organization).organizationId;
}

/** Puts a fault into force; one that could not happen is refused. */
export function addFault(engine: Engine, input: FaultInput): Fault {
  if (typeof input !== 'object' || input === null) {
    throw new InvalidInputError([{ path: '', message: 'expected an object' }]);
  }
  const issues = [...unknownFields(input), ...issuesOf(input), ...aimIssues(engine, input)];
  if (issues.length > 0) throw new InvalidInputError(issues);
  // Before anything changes: it may be refused.
  const organizationId = organizationIdOf(engine, input);
  const faultId = engine.ids.next('flt');
  engine.world.sequence += 1;
  const { sequence } = engine.world;
  engine.world.faults.set([sequence, faultId], {
    faultId,
    sequence,
    operation: input.operation,
    // JSON has no Infinity.
    times: input.times === Infinity ? null : (input.times ?? 1),
    struck: 0,
    phase: input.phase ?? 'before',
    status: input.status ?? null,
    code: input.code ?? null,
    retryAfterSeconds: input.retryAfterSeconds ?? null,
    delayMs: input.delayMs ?? 0,
    drop: input.drop ?? false,
    cdrId: input.cdrId ?? null,
    organizationId,
  });
  return { faultId, remove: () => void engine.world.faults.delete(sequence, faultId) };
}

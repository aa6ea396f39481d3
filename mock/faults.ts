import type { Operation } from '../src/contract/endpoint.ts';
import { ERROR_STATUS, type ErrorCode, isKnownErrorCode } from '../src/contract/error-codes.ts';
import type { Issue } from '../src/contract/issue.ts';
import { InvalidInputError } from '../src/errors/invalid-input-error.ts';
import type { Engine } from './engine.ts';
import type { StoredFault } from './entities.ts';
import type { Failure } from './http/write-reply.ts';
import { nearestName } from './nearest-name.ts';
import type { World } from './world.ts';

/** The operations that a fault can strike. */
export const FAULT_OPERATIONS = [
  'domains.list',
  'cdrs.list',
  'cdrs.get',
  'cdrs.collect',
  'cdrs.share',
  'cdrs.download',
  'shares.receive',
  'shares.dashboardUrl',
  '/v1',
  '*',
] as const satisfies readonly (Operation | '/v1' | '*')[];

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
  /** The error code, or one that fits `status`. */
  code?: ErrorCode | undefined;
  /** Sent as `Retry-After`, in whole seconds. */
  retryAfterSeconds?: number | undefined;
  /** How long the answer takes, in the world's milliseconds. */
  delayMs?: number | undefined;
  /** The connection breaks off without an answer. */
  drop?: boolean | undefined;
}

/** A fault in force. */
export interface Fault {
  /** Names the fault in snapshots. */
  readonly faultId: string;
  /** Takes it away; a fault whose `times` are used up is gone by itself. */
  remove(): void;
}

const FIELDS = [
  'operation',
  'times',
  'phase',
  'status',
  'code',
  'retryAfterSeconds',
  'delayMs',
  'drop',
] as const satisfies readonly (keyof FaultInput)[];

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
    if ((FIELDS as readonly string[]).includes(name)) return [];
    const near = nearestName(name, FIELDS);
    return [{ path: name, message: `no such field${near ? `; did you mean "${near}"?` : ''}` }];
  });
}

/** Puts a fault into force; one that could not happen is refused. */
export function addFault(engine: Engine, input: FaultInput): Fault {
  if (typeof input !== 'object' || input === null) {
    throw new InvalidInputError([{ path: '', message: 'expected an object' }]);
  }
  const issues = [...unknownFields(input), ...issuesOf(input)];
  if (issues.length > 0) throw new InvalidInputError(issues);
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
  });
  return { faultId, remove: () => void engine.world.faults.delete(sequence, faultId) };
}

/** Spent faults are kept to be looked at: as many as somebody would look through. */
const SPENT_MAX = 50;

/** Counts a strike; a fault whose times are used up is in force no longer. */
function countStrike({ faults, spentFaults }: World, fault: StoredFault): void {
  const after = { ...fault, struck: fault.struck + 1 };
  const { sequence, faultId, times } = after;
  if (times === null || after.struck < times) {
    faults.set([sequence, faultId], after);
    return;
  }
  faults.delete(sequence, faultId);
  spentFaults.set([sequence, faultId], after);
  const oldest = spentFaults.size > SPENT_MAX ? spentFaults.first() : undefined;
  if (oldest !== undefined) spentFaults.delete(...oldest[0]);
}

/** Whether a fault for `target` strikes the operation: only the image's address is not below `/v1`. */
function strikes(target: string, operation: Operation): boolean {
  if (target === '/v1') return operation !== 'cdrs.download';
  return target === '*' || target === operation;
}

/** The oldest fault that strikes this operation in this phase; the strike is counted. */
export function takeFault(
  { world }: Engine,
  operation: Operation,
  phase: StoredFault['phase'],
): StoredFault | undefined {
  if (world.faults.size === 0) return undefined;
  const fault = world.faults
    .values()
    .find((each) => each.phase === phase && strikes(each.operation, operation));
  if (fault !== undefined) countStrike(world, fault);
  return fault;
}

/** Codes for statuses that spec §7 does not list, in its manner of naming. */
function codeOf(status: number): string {
  const known = Object.entries(ERROR_STATUS).find(([, each]) => each === status);
  if (known !== undefined) return known[0];
  return status === 429 ? 'RESOURCE_EXHAUSTED' : status >= 500 ? 'UNAVAILABLE' : 'UNKNOWN';
}

/** What the fault answers with; `undefined` for one that only delays or drops. */
export function failureOf({ status, code, retryAfterSeconds }: StoredFault): Failure | undefined {
  if (status === null && code === null) return undefined;
  const known = code !== null && isKnownErrorCode(code) ? ERROR_STATUS[code] : 500;
  const answered = status ?? known;
  return {
    status: answered,
    code: code ?? codeOf(answered),
    message: 'a fault that was added to the fake on purpose; remove it or use up its times',
    headers: retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) },
  };
}

import { endpoints, type Operation } from '../../../src/contract/endpoints.ts';
import type { Engine } from '../../engine/engine.ts';
import type { FaultTarget, StoredFault } from '../../world/fault.ts';
import type { World } from '../../world/world.ts';
import { keyOf } from '../rules/access.ts';
import { canGive } from './fault-codes.ts';

/** The parts of a request that a fault can be aimed at. */
export interface FaultAim {
  readonly operation: Operation;
  /** The record that its path names, by its id or by a share token. */
  readonly cdrId: string | null;
  /** The organization of its API key. */
  readonly organizationId: string | null;
}

/** The operations that name no record. */
export const WITHOUT_RECORD: readonly string[] = Object.values(endpoints)
  .filter(({ path }) => !/:(?:cdrId|token)/.test(path))
  .map(({ operation }) => operation);

/** The operations that need no key. */
export const WITHOUT_KEY: readonly string[] = [
  'cdrs.download',
  ...Object.values(endpoints)
    .filter(({ needsKey }) => !needsKey)
    .map(({ operation }) => operation),
];

/**
 * Returns what the request is about: `null` for a share token or a key that the fake does not have.
 */
export function aimOf(
  { world }: Engine,
  operation: Operation,
  { cdrId, token }: Readonly<Record<string, string>>,
  apiKey: string | null,
): FaultAim {
  return {
    operation,
    cdrId: cdrId ?? (token === undefined ? null : (world.tokens.get(token)?.cdrId ?? null)),
    organizationId: WITHOUT_KEY.includes(operation)
      ? null
      : (keyOf(world, apiKey)?.organizationId ?? null),
  };
}

/** Tells whether `target` includes the operation. Only image downloads are not below `/v1`. */
function means(target: FaultTarget, operation: Operation): boolean {
  if (target === '/v1') return operation !== 'cdrs.download';
  return target === '*' || target === operation;
}

/** Tells whether the fault strikes the request. */
function strikes(fault: StoredFault, { operation, cdrId, organizationId }: FaultAim): boolean {
  return (
    means(fault.operation, operation) &&
    canGive(operation, fault.code) &&
    (fault.cdrId === null || fault.cdrId === cdrId) &&
    (fault.organizationId === null || fault.organizationId === organizationId)
  );
}

/** How many used-up faults are kept for display. */
const SPENT_MAX = 50;

/** Counts a strike. A fault whose times are used up is no longer active. */
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

/** Returns the oldest fault that strikes this request in this phase, and counts the strike. */
export function takeFault(
  { world }: Engine,
  aim: FaultAim,
  phase: StoredFault['phase'],
): StoredFault | undefined {
  const fault = world.faults.values().find((each) => each.phase === phase && strikes(each, aim));
  if (fault !== undefined) countStrike(world, fault);
  return fault;
}

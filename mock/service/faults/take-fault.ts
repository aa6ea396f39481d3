import { endpoints, type Operation } from '../../../src/contract/endpoints.ts';
import type { Engine } from '../../engine/engine.ts';
import type { FaultTarget, StoredFault } from '../../world/fault.ts';
import type { World } from '../../world/world.ts';
import { keyOf } from '../rules/access.ts';
import { canGive } from './fault-codes.ts';

/** What a request is about, as far as a fault can be aimed at it. */
export interface FaultAim {
  readonly operation: Operation;
  /** The record that its path names, by its id or by a share token. */
  readonly cdrId: string | null;
  /** Whose key it bears. */
  readonly organizationId: string | null;
}

/** The operations that name no record. */
export const WITHOUT_RECORD: readonly string[] = Object.values(endpoints)
  .filter(({ path }) => !/:(?:cdrId|token)/.test(path))
  .map(({ operation }) => operation);

/** The operations that bear no key. */
export const WITHOUT_KEY: readonly string[] = [
  'cdrs.download',
  ...Object.values(endpoints)
    .filter(({ needsKey }) => !needsKey)
    .map(({ operation }) => operation),
];

/** What the request is about; what it names and the fake does not have is no one's. */
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

/** Whether a fault for `target` means the operation: only the image's address is not below `/v1`. */
function means(target: FaultTarget, operation: Operation): boolean {
  if (target === '/v1') return operation !== 'cdrs.download';
  return target === '*' || target === operation;
}

/** Whether the fault strikes such a request. */
function strikes(fault: StoredFault, { operation, cdrId, organizationId }: FaultAim): boolean {
  return (
    means(fault.operation, operation) &&
    canGive(operation, fault.code) &&
    (fault.cdrId === null || fault.cdrId === cdrId) &&
    (fault.organizationId === null || fault.organizationId === organizationId)
  );
}

/** Spent faults are kept to be looked at: as many as someone would look through. */
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

/** The oldest fault that strikes this request in this phase; the strike is counted. */
export function takeFault(
  { world }: Engine,
  aim: FaultAim,
  phase: StoredFault['phase'],
): StoredFault | undefined {
  const fault = world.faults.values().find((each) => each.phase === phase && strikes(each, aim));
  if (fault !== undefined) countStrike(world, fault);
  return fault;
}

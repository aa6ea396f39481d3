import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import type { Issue } from '../../../src/options/issue.ts';
import type { Engine } from '../../engine/engine.ts';
import { FAULT_DEFAULTS, type FaultInput, type StoredFault } from '../../world/fault.ts';
import { resolveOrganization } from '../controls/organizations.ts';
import { canGive, codesOf } from './fault-codes.ts';
import { fieldIssues } from './fault-fields.ts';
import { WITHOUT_KEY, WITHOUT_RECORD } from './take-fault.ts';

/** An active fault. */
export interface Fault {
  /** Identifies the fault in snapshots. */
  readonly faultId: string;
  /** Removes it. A fault removes itself after `times` requests. */
  remove(): void;
}

/**
 * Returns what is wrong with the aim of a fault: no request to the operation can match it, or the
 * fake does not have it.
 */
function aimIssues(
  { world }: Engine,
  { operation, code, cdrId, organization }: FaultInput,
): Issue[] {
  const issues: Issue[] = [];
  const expect = (path: string, what: string) => issues.push({ path, message: `expected ${what}` });
  if (code !== undefined && !canGive(operation, code)) {
    const codes = codesOf(operation).join(', ');
    const none = `a status instead: ${operation} has no documented codes`;
    expect('code', codes === '' ? none : `a code that ${operation} can return: ${codes}`);
  }
  if (cdrId !== undefined && WITHOUT_RECORD.includes(operation)) {
    expect('cdrId', `no value: a request to ${operation} names no record`);
  }
  if (typeof cdrId === 'string' && !world.cdrs.has(cdrId)) {
    expect('cdrId', 'the cdrId of a record of this fake');
  }
  if (organization !== undefined && WITHOUT_KEY.includes(operation)) {
    expect('organization', `no value: a request to ${operation} has no key`);
  }
  return issues;
}

/** Activates a fault. Refuses one that could never happen. */
export function addFault(engine: Engine, input: FaultInput): Fault {
  if (typeof input !== 'object' || (input as unknown) === null) {
    throw new InvalidInputError([{ path: '', message: 'expected an object' }]);
  }
  const issues = [...fieldIssues(input), ...aimIssues(engine, input)];
  if (issues.length > 0) throw new InvalidInputError(issues);
  const { times = 1, organization, ...given } = input;
  // Resolved before anything changes, because it may be refused.
  const organizationId =
    organization === undefined ? null : resolveOrganization(engine, organization).organizationId;
  const faultId = engine.ids.next('flt');
  engine.world.sequence += 1;
  const { sequence } = engine.world;
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  engine.world.faults.set([sequence, faultId], {
    ...FAULT_DEFAULTS,
    ...(Object.fromEntries(named) as Omit<FaultInput, 'times' | 'organization'>),
    faultId,
    sequence,
    organizationId,
    struck: 0,
    times: times === Infinity ? null : times,
  } as StoredFault);
  return { faultId, remove: () => void engine.world.faults.delete(sequence, faultId) };
}

import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { isKnownErrorCode } from '../../../src/contract/error-codes.ts';
import { refusalsOf } from '../../../src/contract/refusals.ts';
import type { FaultTarget } from '../../world/fault.ts';

/** The operations that a fault can strike. */
export const FAULT_OPERATIONS: readonly FaultTarget[] = [
  ...Object.values(endpoints).map(({ operation }) => operation),
  'cdrs.download',
  '/v1',
  '*',
];

/** No request brings these about (spec §7); a wrong method is one, though not this operation's. */
function codesOfEndpoint(name: EndpointName): readonly string[] {
  const own = Object.keys(refusalsOf(name));
  if (!endpoints[name].needsKey) return [...own, 'NOT_FOUND', 'METHOD_NOT_ALLOWED'];
  return [...own, 'FAILED_PRECONDITION', 'METHOD_NOT_ALLOWED'];
}

const CODES = new Map<string, readonly string[]>(
  Object.entries(endpoints).map(([name, { operation }]) => {
    return [operation, [...new Set(codesOfEndpoint(name as EndpointName))]];
  }),
);

/**
 * The documented codes with which an operation can be refused. `*` and `/v1` have those of all: such
 * a fault strikes the operations that can give its code. The image's own address gives none.
 */
export function codesOf(operation: string): readonly string[] {
  if (operation !== '*' && operation !== '/v1') return CODES.get(operation) ?? [];
  return [...new Set([...CODES.values()].flat())];
}

/** Whether the operation can give the code; one that is not documented can come from anywhere. */
export function canGive(operation: string, code: string | null): boolean {
  return code === null || !isKnownErrorCode(code) || codesOf(operation).includes(code);
}

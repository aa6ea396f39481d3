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

/**
 * Returns the endpoint's own codes, and two that no request to it causes (spec §7): a request with
 * a wrong method belongs to no operation.
 */
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
 * Returns the documented codes with which an operation can be refused. For `*` and `/v1` these are
 * the codes of all operations: such a fault strikes only those that can give its code. An image
 * download has none.
 */
export function codesOf(operation: string): readonly string[] {
  if (operation !== '*' && operation !== '/v1') return CODES.get(operation) ?? [];
  return [...new Set([...CODES.values()].flat())];
}

/** Tells whether the operation can give the code. Any operation can give an undocumented code. */
export function canGive(operation: string, code: string | null): boolean {
  return code === null || !isKnownErrorCode(code) || codesOf(operation).includes(code);
}

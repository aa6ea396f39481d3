import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Engine } from '../engine/engine.ts';
import { RESERVED_PREFIX } from '../ground/urls.ts';
import { envOf } from './env-of.ts';

/** One organization with its own variables. */
export interface PrintedOrganization {
  readonly organizationId: string;
  readonly name: string;
  /** The variables that a process of this organization needs. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns an organization's variable: `CONSENT_EVIDENCE_ACME_API_KEY` for
 * `CONSENT_EVIDENCE_API_KEY` of `acme`.
 */
export function variableOf(organizationId: string, name: string): string {
  const part = organizationId.replace(/[^A-Za-z0-9]/g, '_').toUpperCase();
  return name.replace('CONSENT_EVIDENCE_', `CONSENT_EVIDENCE_${part}_`);
}

/**
 * Rejects two organizations with the same variable: one would get the other's key.
 *
 * @throws InvalidInputError naming both.
 */
export function refuseSameVariable(organizationIds: Iterable<string>): void {
  const idOf = new Map<string, string>();
  for (const organizationId of organizationIds) {
    const variable = variableOf(organizationId, 'CONSENT_EVIDENCE_API_KEY');
    const other = idOf.get(variable);
    if (other !== undefined && other !== organizationId) {
      const both = `"${other}" and "${organizationId}"`;
      throw invalidInput(
        'organizations',
        `${both} have the same variable, ${variable}; rename one`,
      );
    }
    idOf.set(variable, organizationId);
  }
}

/** In the order in which they were added, which is the order of their first keys. */
function inOrder({ world }: Engine) {
  const firstKey = new Map<string, number>();
  for (const { organizationId, sequence } of world.keys.values()) {
    firstKey.set(organizationId, Math.min(sequence, firstKey.get(organizationId) ?? Infinity));
  }
  const placeOf = (organizationId: string): number => firstKey.get(organizationId) ?? Infinity;
  return world.organizations
    .values()
    .sort((a, b) => placeOf(a.organizationId) - placeOf(b.organizationId));
}

/**
 * Returns every organization with its own variables. If all its keys are revoked, it has no key.
 */
export function printedOrganizations(engine: Engine, baseUrl: string): PrintedOrganization[] {
  return inOrder(engine).map(({ organizationId, name }) => {
    try {
      return { organizationId, name, env: { ...envOf(engine, organizationId, baseUrl) } };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return { organizationId, name, env: { CONSENT_EVIDENCE_BASE_URL: baseUrl } };
    }
  });
}

/** Returns the organization's variables under its own name, without the address that all share. */
export function ownVariables({ organizationId, env }: PrintedOrganization): [string, string][] {
  return Object.entries(env)
    .filter(([name]) => name !== 'CONSENT_EVIDENCE_BASE_URL')
    .map(([name, value]) => [variableOf(organizationId, name), value]);
}

/** Where a fake is served, and who its variables are for. */
export interface ServedAt {
  readonly baseUrl: string;
  readonly controlToken: string | undefined;
  /** The organization of the variables without a name; `undefined`: the first one. */
  readonly as: string | undefined;
}

/** Returns the URL of the control API of the fake with this base URL. */
export const controlUrlOf = (baseUrl: string): string => `${baseUrl}${RESERVED_PREFIX}/api`;

/**
 * Returns all variables together: the addresses; the variables of the organization `as`, named as its
 * own process expects them; and those of every organization under its name, such as
 * `CONSENT_EVIDENCE_ACME_API_KEY`.
 */
export function environmentOf(
  organizations: readonly PrintedOrganization[],
  { baseUrl, controlToken, as }: ServedAt,
): Record<string, string> {
  const chosen = organizations.find(({ organizationId }) => organizationId === as);
  return {
    ...(chosen ?? organizations[0])?.env,
    CONSENT_EVIDENCE_BASE_URL: baseUrl,
    CONSENT_EVIDENCE_CONTROL_URL: controlUrlOf(baseUrl),
    ...(controlToken !== undefined && { CONSENT_EVIDENCE_CONTROL_TOKEN: controlToken }),
    ...Object.fromEntries(organizations.flatMap(ownVariables)),
  };
}

import type { ServedMock } from '../../mock/doors/node/serve-mock.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { LocalWorld } from './local-world.ts';
import { variableOf } from './organization-names.ts';

/** One organization in the output. */
export interface PrintedOrganization {
  readonly organizationId: string;
  readonly name: string;
  /** The variables that a process of this organization needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** In the order in which they were added, which is the order of their first keys. */
function inOrder({ world }: LocalWorld['engine']) {
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
export function printedOrganizations(
  { engine }: LocalWorld,
  served: ServedMock,
): PrintedOrganization[] {
  return inOrder(engine).map(({ organizationId, name }) => {
    try {
      return { organizationId, name, env: { ...served.env(organizationId) } };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return { organizationId, name, env: { CONSENT_EVIDENCE_BASE_URL: served.url } };
    }
  });
}

/** Returns the organization's variables under its own name, without the address that all share. */
export function ownVariables({ organizationId, env }: PrintedOrganization): [string, string][] {
  return Object.entries(env)
    .filter(([name]) => name !== 'CONSENT_EVIDENCE_BASE_URL')
    .map(([name, value]) => [variableOf(organizationId, name), value]);
}

/**
 * Returns all variables together: the address; the variables of the organization `as`, named as its
 * own process expects them (default: the first organization); and those of every organization under
 * its name, such as `CONSENT_EVIDENCE_ACME_API_KEY`.
 */
export function environmentOf(
  organizations: readonly PrintedOrganization[],
  as: string | undefined,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const chosen = organizations.find(({ organizationId }) => organizationId === as);
  return {
    ...(chosen ?? organizations[0])?.env,
    ...extra,
    ...Object.fromEntries(organizations.flatMap(ownVariables)),
  };
}

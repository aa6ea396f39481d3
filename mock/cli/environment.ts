import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { ServedMock } from '../doors/node/serve-mock.ts';
import type { LocalWorld } from './local-world.ts';
import { variableOf } from './variable-of.ts';

/** One organization as it is printed. */
export interface PrintedOrganization {
  readonly organizationId: string;
  readonly name: string;
  /** What a process of this organization needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** In the order in which they were added, which their first keys keep. */
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

/** Every organization with its own variables; one whose keys are all revoked has no key. */
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

/** The organization's variables under its own name, without the address that all share. */
export function ownVariables({ organizationId, env }: PrintedOrganization): [string, string][] {
  return Object.entries(env)
    .filter(([name]) => name !== 'CONSENT_EVIDENCE_BASE_URL')
    .map(([name, value]) => [variableOf(organizationId, name), value]);
}

/**
 * All variables in one: the address, those of the organization that `as` names as its own process
 * would have them (the first organization's by default), and every organization's under its name,
 * `CONSENT_EVIDENCE_ACME_API_KEY`.
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

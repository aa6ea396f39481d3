import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { ServedMock } from '../node.ts';
import type { LocalWorld } from './local-world.ts';

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

/** `planhelper-media` as a variable's name has it. */
function variablePart(organizationId: string): string {
  return organizationId.replace(/[^A-Za-z0-9]/g, '_').toUpperCase();
}

/**
 * All variables in one: the address, the first organization's as its own process would have them,
 * and every organization's under its name, `CONSENT_EVIDENCE_ACME_API_KEY`.
 */
export function environmentOf(
  organizations: readonly PrintedOrganization[],
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = { ...organizations[0]?.env, ...extra };
  for (const { organizationId, env: own } of organizations) {
    const part = variablePart(organizationId);
    for (const [name, value] of Object.entries(own)) {
      if (name === 'CONSENT_EVIDENCE_BASE_URL') continue;
      env[name.replace('CONSENT_EVIDENCE_', `CONSENT_EVIDENCE_${part}_`)] ??= value;
    }
  }
  return env;
}

/** Lines for a shell or an env file. Secrets and addresses of the fake need no quotes. */
export function linesOf(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => {
    const isPlain = /^[\w.:/@+-]*$/.test(value);
    return `${name}=${isPlain ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`}`;
  });
}

import type { Engine } from '../engine/engine.ts';
import { liveKeyOf, resolveOrganization } from '../service/controls/organizations.ts';
import type { OrganizationRef } from '../world/entities.ts';

/** Environment variables for one organization of the fake. */
export interface MockEnv {
  /** The organization's newest live key. */
  readonly CONSENT_EVIDENCE_API_KEY: string;
  /** `{base_url}` of the fake. */
  readonly CONSENT_EVIDENCE_BASE_URL: string;
  /** Present only if the organization's webhook has a secret. */
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET?: string;
}

/** Returns the environment variables of an organization, with the service at `baseUrl`. */
export function envOf(engine: Engine, ref: OrganizationRef, baseUrl: string): MockEnv {
  const { organizationId, webhook } = resolveOrganization(engine, ref);
  const secret = webhook?.secret;
  return {
    CONSENT_EVIDENCE_API_KEY: liveKeyOf(engine, organizationId),
    CONSENT_EVIDENCE_BASE_URL: baseUrl,
    ...(secret === undefined ? {} : { CONSENT_EVIDENCE_WEBHOOK_SECRET: secret }),
  };
}

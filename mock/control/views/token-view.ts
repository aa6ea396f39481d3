import * as z from 'zod';
import type { StoredToken } from '../../world/entities.ts';
import type { World } from '../../world/world.ts';
import { instant } from '../control-schemas.ts';
import { recordTerms } from './record-terms.ts';

/** A share token and who received the record through it (spec §2.5). */
export const tokenRowSchema = z.strictObject({
  token: z.string().describe('A bearer credential.'),
  cdrId: z.string(),
  domain: z.string().describe('The domain of the record.'),
  leadId: z.string().nullable().describe('The lead’s id in the record’s custom metadata.'),
  organizationId: z.string().describe('The organization that created it.'),
  createdAt: instant,
  expiresAt: instant,
  expired: z.boolean(),
  devMode: z.boolean(),
  receivedBy: z.array(
    z.strictObject({ organizationId: z.string(), at: instant, shareEventId: z.string() }),
  ),
});

/** Returns the token as it is at `now`. */
export function tokenRow(
  world: World,
  stored: StoredToken,
  now: number,
): z.output<typeof tokenRowSchema> {
  const { token, cdrId, organizationId, createdAt, expiresAt, devMode } = stored;
  const receivedBy = [...world.claims.of(token)].map((claim) => ({
    organizationId: claim.organizationId,
    at: claim.at,
    shareEventId: claim.shareEventId,
  }));
  const cdr = world.cdrs.get(cdrId);
  return {
    domain: cdr?.page.domain ?? '',
    leadId: cdr === undefined ? null : recordTerms(cdr).leadId,
    token,
    cdrId,
    organizationId,
    createdAt,
    expiresAt,
    devMode,
    expired: now >= expiresAt,
    receivedBy,
  };
}

import { OWN_PATH } from '../ground/own-path.ts';

/** Returns the claim page of a token, where its share URL leads, without asking the service. */
export function claimPageOf(token: string): string {
  return `${OWN_PATH}/dashboard/claim/${encodeURIComponent(token)}`;
}

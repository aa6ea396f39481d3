/** Returns the claim page of a token, where its share URL leads, without asking the service. */
export function claimPageOf(token: string): string {
  return `/_mock/dashboard/claim/${encodeURIComponent(token)}`;
}

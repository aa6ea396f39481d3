/**
 * Returns the token in a share URL; a bare token is returned unchanged. `undefined`: the URL has a
 * malformed escape, so it has no token.
 */
export function tokenIn(text: string): string | undefined {
  const [, token] = /\/v1\/shares\/([^/?#]+)/.exec(text) ?? [];
  if (token === undefined) return text;
  try {
    return decodeURIComponent(token);
  } catch {
    return undefined;
  }
}

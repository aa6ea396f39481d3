/** Returns the token of a share URL or of its path, or the text itself. */
export function tokenOf(text: string): string {
  const encoded = /\/(?:shares|claim)\/([^/?#]+)/.exec(text)?.[1];
  if (encoded === undefined) return text.trim();
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

const PREFIX = 'sha256=';
const SIGNATURE = /^sha256=[0-9a-fA-F]{64}$/;

/** Writes a digest as the signature header has it: `sha256=` and 64 hex digits (spec §6.2). */
export function formatSignature(digest: string): string {
  return PREFIX + digest;
}

/** The digest in a signature header's text, in lower case; `undefined` where it has another form. */
export function parseSignature(text: string): string | undefined {
  return SIGNATURE.test(text) ? text.slice(PREFIX.length).toLowerCase() : undefined;
}

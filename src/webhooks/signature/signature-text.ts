/** The names of the headers of a delivery (spec §6.2), in lower case. */
export const WEBHOOK_HEADERS = {
  id: 'x-svc-webhook-id',
  timestamp: 'x-svc-timestamp',
  signature: 'x-svc-signature',
} as const;

const PREFIX = 'sha256=';
const SIGNATURE = /^sha256=[0-9a-fA-F]{64}$/;

/** Formats a digest for the signature header: `sha256=` and 64 hex digits (spec §6.2). */
export function formatSignature(digest: string): string {
  return PREFIX + digest;
}

/** Returns the digest of a signature header in lower case; `undefined` if the format is different. */
export function parseSignature(text: string): string | undefined {
  return SIGNATURE.test(text) ? text.slice(PREFIX.length).toLowerCase() : undefined;
}

/** Compares in a time that depends only on the length (spec §6.2, step 4). */
export function equalText(a: string, b: string): boolean {
  let seen = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) seen |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return seen === 0;
}

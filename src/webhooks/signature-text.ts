/** What a delivery carries beside its body (spec §6.2), in lower case. */
export const WEBHOOK_HEADERS = {
  id: 'x-svc-webhook-id',
  timestamp: 'x-svc-timestamp',
  signature: 'x-svc-signature',
} as const;

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

/** Compares in a time that depends on the length alone (spec §6.2, step 4). */
export function equalText(a: string, b: string): boolean {
  let seen = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) seen |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return seen === 0;
}

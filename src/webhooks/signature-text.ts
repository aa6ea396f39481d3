const SIGNATURE = /^sha256=[0-9a-fA-F]{64}$/;
const PREFIX_CHARS = 'sha256='.length;

/** Writes a digest as the signature header has it: `sha256=` and 64 hex digits (spec §6.2). */
export function formatSignature(digest: Uint8Array): string {
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'));
  return `sha256=${hex.join('')}`;
}

/** The value of a hex digit by its code: of a letter's low bits, `a` and `A` are 1. */
function digitOf(code: number): number {
  return code < 64 ? code - 48 : (code & 7) + 9;
}

/** The 32 bytes of a signature header's text; `undefined` where it has another form. */
export function parseSignature(text: string): Uint8Array | undefined {
  if (!SIGNATURE.test(text)) return undefined;
  const bytes = new Uint8Array(32);
  for (let at = 0; at < 32; at += 1) {
    const high = digitOf(text.charCodeAt(PREFIX_CHARS + 2 * at));
    bytes[at] = 16 * high + digitOf(text.charCodeAt(PREFIX_CHARS + 2 * at + 1));
  }
  return bytes;
}

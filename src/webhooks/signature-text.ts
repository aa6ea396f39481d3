const SIGNATURE = /^sha256=([0-9a-fA-F]{64})$/;

/** Writes a digest as the signature header has it: `sha256=` and 64 hex digits (spec §6.2). */
export function formatSignature(digest: Uint8Array): string {
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'));
  return `sha256=${hex.join('')}`;
}

/** The 32 bytes of a signature header's text; `undefined` where it has another form. */
export function parseSignature(text: string): Uint8Array | undefined {
  const hex = SIGNATURE.exec(text)?.[1];
  if (hex === undefined) return undefined;
  return Uint8Array.from({ length: 32 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}

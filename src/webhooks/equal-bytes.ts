/** Compares in a time that depends on the length alone (spec §6.2, step 4). */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.reduce((seen, byte, i) => seen | (byte ^ (b[i] ?? 0)), a.length ^ b.length) === 0;
}

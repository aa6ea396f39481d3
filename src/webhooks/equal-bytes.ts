/** Compares in a time that depends on the length alone (spec §6.2, step 4). */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  let seen = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) seen |= (a[at] as number) ^ (b[at] ?? 0);
  return seen === 0;
}

/** Compares in a time that depends on the length alone (spec §6.2, step 4). */
export function equalText(a: string, b: string): boolean {
  let seen = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) seen |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return seen === 0;
}

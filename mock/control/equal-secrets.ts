/** Compares in a time that depends on the given text's length alone, not on where they differ. */
export function equalSecrets(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const [left, right] = [encoder.encode(given), encoder.encode(secret)];
  let difference = left.length ^ right.length;
  for (const [index, byte] of left.entries()) {
    difference |= byte ^ (right[index % Math.max(right.length, 1)] ?? 0);
  }
  return difference === 0;
}

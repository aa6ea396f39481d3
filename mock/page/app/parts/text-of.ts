/** Returns a value of any kind as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not recorded');
}

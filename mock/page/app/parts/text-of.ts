import { jsonText } from '../../../../src/texts/json-text.ts';
/** Returns a value of any kind as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? 'not recorded' : jsonText(value);
}

import { normalizePhone } from '../../../../src/acceptance/normalize-phone.ts';

/** More than 16 KB of custom data (spec §2.2) can contain. */
const NODES_MAX = 10_000;
const TEXT_MAX_CHARS = 20_000;

/**
 * The digits in order, with formatting between any two and no adjacent digit. Before them, the number
 * of the country, and the prefix to dial it from abroad.
 */
function patternOf(tenDigits: string): RegExp {
  const between = String.raw`[^\p{L}\p{N}]{0,5}`;
  const country = `(?:(?:(?:00|011)${between})?1${between})?`;
  return new RegExp(String.raw`(?<!\p{N})${country}${[...tenDigits].join(between)}(?!\p{N})`, 'u');
}

function isIn(value: unknown, tenDigits: string, pattern: RegExp): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (normalizePhone(text, 'lenient') === tenDigits) return true;
  if (normalizePhone(text, 'digits') === tenDigits) return true;
  return pattern.test(text.slice(0, TEXT_MAX_CHARS).normalize('NFKC'));
}

/**
 * Returns the dotted path of the first place where a value of any shape contains a phone number, in
 * any spelling, or `undefined`.
 */
export function phoneIn(value: unknown, tenDigits: string, path: string): string | undefined {
  const pattern = patternOf(tenDigits);
  const open: [string, unknown][] = [[path, value]];
  for (let seen = 0; open.length > 0 && seen < NODES_MAX; seen += 1) {
    const [at = '', node] = open.shift() ?? [];
    if (isIn(node, tenDigits, pattern)) return at;
    if (typeof node !== 'object' || node === null) continue;
    for (const [name, member] of Object.entries(node)) {
      open.push([Array.isArray(node) ? at : `${at}.${name}`, member]);
    }
  }
  return undefined;
}

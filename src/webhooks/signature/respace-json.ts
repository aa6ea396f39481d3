/** The white space that a serialiser writes. */
interface Spacing {
  readonly afterColon: string;
  readonly afterComma: string;
  /** Before each element, once per level of nesting. */
  readonly indent?: string;
}

/**
 * The common ones: `JSON.stringify(value)`, the same with an indent of 2, and Python's
 * `json.dumps`.
 */
export const SPACINGS: readonly Spacing[] = [
  { afterColon: '', afterComma: '' },
  { afterColon: ' ', afterComma: '', indent: '  ' },
  { afterColon: ' ', afterComma: ' ' },
];

/** Deeper than any event. Without a limit, indentation grows with the square of the length. */
const DEPTH_MAX = 32;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gs;

/** Tokens with only one spelling: no escape, no fraction, no exponent. Most tokens are like this. */
const ONE_WAY = /^(?:[[\]{}:,]|"[^\\]*"|0|-?[1-9]\d{0,14})$/;

/** Yields the tokens of a JSON text, as `JSON.stringify` writes them. */
export function* jsonTokens(text: string): Generator<string> {
  for (const [token] of text.matchAll(TOKEN)) {
    yield ONE_WAY.test(token) ? token : JSON.stringify(JSON.parse(token));
  }
}

/**
 * Writes a JSON text with other white space. Returns `undefined` if it is nested over 32 deep or
 * would exceed `maxChars`. It reads and writes no more than it needs, so the work is proportional
 * to `maxChars`, whoever wrote the text. Text that is not JSON gives some text, or throws.
 */
export function respaceJson(
  tokens: Iterable<string>,
  { afterColon, afterComma, indent }: Spacing,
  maxChars: number,
): string | undefined {
  let depth = 0;
  let length = 0;
  let last = '';
  const parts: string[] = [];
  for (const token of tokens) {
    const closes = token === ']' || token === '}';
    if (closes) depth -= 1;
    const isFirst = last === '[' || last === '{';
    const breaks = isFirst ? !closes : closes || last === ',';
    const gap = last === ':' ? afterColon : last === ',' ? afterComma : '';
    const space = indent !== undefined && breaks ? `\n${indent.repeat(Math.max(depth, 0))}` : gap;
    length += space.length + token.length;
    if (length > maxChars) return undefined;
    parts.push(space, token);
    if (token === '[' || token === '{') depth += 1;
    if (depth > DEPTH_MAX) return undefined;
    last = token;
  }
  return parts.join('');
}

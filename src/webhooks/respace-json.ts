/** How a serialiser puts its spaces. */
interface Spacing {
  readonly afterColon: string;
  readonly afterComma: string;
  /** Before each element, once for each level that it lies deep. */
  readonly indent?: string;
}

/** The common ones: `JSON.stringify(value)`, the same with 2, and Python's `json.dumps`. */
export const SPACINGS: readonly Spacing[] = [
  { afterColon: '', afterComma: '' },
  { afterColon: ' ', afterComma: '', indent: '  ' },
  { afterColon: ' ', afterComma: ' ' },
];

/** No event is nested as deep; deeper, indentation grows with the square of the length. */
const DEPTH_MAX = 32;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gs;

/** What is written in one way alone: no escape, no fraction, no exponent. Most tokens are of it. */
const ONE_WAY = /^(?:[[\]{}:,]|"[^\\]*"|0|-?[1-9]\d{0,14})$/;

/** The tokens of a JSON text, one after the other, as `JSON.stringify` writes them. */
export function* jsonTokens(text: string): Generator<string> {
  for (const [token] of text.matchAll(TOKEN)) {
    yield ONE_WAY.test(token) ? token : JSON.stringify(JSON.parse(token));
  }
}

/**
 * A JSON text with other spaces, or `undefined` where it is nested over 32 deep or would be longer
 * than `maxChars`. No more is read or written than that takes, so the work is in proportion to
 * `maxChars`, whoever wrote the text. What is no JSON gives some text, or throws.
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

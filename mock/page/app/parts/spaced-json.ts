const OPENED = /[[{]/;
const CLOSED = /[\]}]/;
/** A string, an empty list or object, a single sign, or whatever else stands alone. */
const PARTS = /"(?:\\.|[^"\\])*"|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s[\]{},:"]+/g;

/** What is nested deeper stays on one line: indented, 10 KB of lists in each other are 50 MB. */
const DEPTH_MAX = 40;

/**
 * Formats JSON over several lines. Any other text stays as it is. What was sent is not read and
 * written again, which would round numbers and drop a name that is there twice.
 */
export function spacedJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = (at: number): string => (at > DEPTH_MAX ? '' : `\n${'  '.repeat(at)}`);
  const write = (part: string): string => {
    if (part === ',') return part + line(depth);
    if (part === ':') return ': ';
    if (part.length > 1) return part;
    if (OPENED.test(part)) return part + line((depth += 1));
    if (!CLOSED.test(part)) return part;
    depth -= 1;
    return depth + 1 > DEPTH_MAX ? part : line(depth) + part;
  };
  return (text.match(PARTS) ?? []).map(write).join('');
}

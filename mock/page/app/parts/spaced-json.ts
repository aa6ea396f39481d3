const OPENED = /[[{]/;
const CLOSED = /[\]}]/;
/** A string, an empty list or object, a single sign, or whatever else stands alone. */
const PARTS = /"(?:\\.|[^"\\])*"|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s[\]{},:"]+/g;

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
  let line = '\n';
  const write = (part: string): string => {
    if (part === ',') return part + line;
    if (part === ':') return ': ';
    if (part.length > 1) return part;
    if (OPENED.test(part)) return part + (line += '  ');
    return CLOSED.test(part) ? (line = line.slice(0, -2)) + part : part;
  };
  return (text.match(PARTS) ?? []).map(write).join('');
}

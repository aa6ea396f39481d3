/**
 * Deeper than any event. Indentation grows with the depth of each line, and who sends a body without
 * the secret must not choose what it costs.
 */
const DEPTH_MAX = 8;

/** Text that grows more by an indent is nearly nothing but brackets and commas, unlike any event. */
const GROWTH_MAX = 4;

/** Everything but brackets: strings whole, because they can contain brackets. */
const NO_BRACKETS = /"[^"\\]*(?:\\.[^"\\]*)*"|[^[\]{}"]+/gs;

function isShallow(text: string): boolean {
  let depth = 0;
  for (const bracket of text.replace(NO_BRACKETS, '')) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > DEPTH_MAX) return false;
  }
  return true;
}

/**
 * Writes a JSON text as the common serialisers do: `JSON.stringify(value)`, the same with an indent
 * of 2, and Python's `json.dumps`. Yields nothing if it is nested over 8 deep.
 *
 * @throws `SyntaxError` if the text is not JSON.
 */
export function* respacedJson(text: string): Generator<string> {
  if (!isShallow(text)) return;
  const value: unknown = JSON.parse(text);
  yield JSON.stringify(value);
  const indented = JSON.stringify(value, null, 2);
  yield indented;
  if (indented.length > GROWTH_MAX * text.length) return;
  // A line break that a serialiser writes is never within a string.
  yield JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
}

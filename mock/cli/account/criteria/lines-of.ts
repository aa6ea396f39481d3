import { invalidInput } from '../../../../src/errors/invalid-input-error.ts';

/** Far more than a record with all its bounded parts. */
const LINE_MAX_CHARS = 8 * 1024 * 1024;

/**
 * Yields the lines of a text that arrives in pieces, numbered from 1, without the empty ones.
 *
 * @throws InvalidInputError naming `name`, for a line longer than any record.
 */
export async function* linesOf(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  const decoder = new TextDecoder();
  let [rest, line] = ['', 0];
  for await (const chunk of chunks) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = pieces.pop() ?? '';
    for (const text of pieces) {
      line += 1;
      if (text.trim() !== '') yield { line, text };
    }
    if (rest.length > LINE_MAX_CHARS) {
      throw invalidInput(name, `line ${line + 1}: expected at most ${LINE_MAX_CHARS} characters`);
    }
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}

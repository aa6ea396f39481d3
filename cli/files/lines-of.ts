import { invalidInput } from '../../src/errors/invalid-input-error.ts';

/** A line of a text. */
export interface NumberedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Yields the lines of a text that arrives in pieces, without the empty ones. Only a line feed ends a
 * line: `readline` of Node also ends one at U+2028 and U+2029, which JSON leaves as they are.
 *
 * @throws InvalidInputError naming `name`, for a line that is longer or not UTF-8.
 */
export async function* linesOf(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  maxChars = Number.POSITIVE_INFINITY,
): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [rest, line] = ['', 0];
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw invalidInput(name, `after line ${line}: expected text in UTF-8`);
    }
  };
  for await (const chunk of chunks) {
    const pieces = decode(chunk).split('\n');
    pieces[0] = rest + (pieces[0] ?? '');
    rest = pieces.pop() ?? '';
    for (const text of pieces) {
      line += 1;
      if (text.trim() !== '') yield { line, text };
    }
    if (rest.length > maxChars) {
      throw invalidInput(name, `line ${line + 1}: expected at most ${maxChars} characters`);
    }
  }
  rest += decode();
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}

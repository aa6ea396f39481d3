import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { textOf } from './text-of.ts';

/**
 * Reads the whole standard input as text.
 *
 * @throws InvalidInputError naming `name`, if the input is longer than `maxBytes`.
 */
export async function readStandardInput(name: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw invalidInput(name, `expected at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return textOf(Buffer.concat(chunks));
}

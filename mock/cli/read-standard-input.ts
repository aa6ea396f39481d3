import { invalidInput } from '../../src/errors/invalid-input-error.ts';

/**
 * The whole standard input as text.
 *
 * @throws InvalidInputError naming `name`, where it is longer.
 */
export async function readStandardInput(name: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw invalidInput(name, `expected at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

import { invalidInput } from '../../src/errors/invalid-input-error.ts';

/**
 * Reads the whole standard input.
 *
 * @throws InvalidInputError naming `name`, if the input is longer than `maxBytes`.
 */
export async function readStandardInput(
  name: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw invalidInput(name, `expected at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

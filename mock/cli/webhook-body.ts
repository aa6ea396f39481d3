import { readFile, stat } from 'node:fs/promises';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { fileError } from './file-error.ts';
import { readStandardInput } from './read-standard-input.ts';

/** The default limit of the receiving handler. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the bytes of a file, or of standard input for `-`, unchanged because they are signed.
 *
 * @param name the flag or argument that names the file.
 * @throws InvalidInputError
 */
export async function readWebhookBody(
  name: string,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (path === '-') return readStandardInput(name, MAX_BYTES);
  const refuse = (error: unknown): never => {
    throw fileError(name, path, error);
  };
  const { size } = await stat(path).catch(refuse);
  if (size > MAX_BYTES) throw invalidInput(name, `expected at most ${MAX_BYTES} bytes`);
  return new Uint8Array(await readFile(path).catch(refuse));
}

/** Returns the `webhookId` in a body, if it is an event. */
export function webhookIdOf(body: Uint8Array): string | undefined {
  try {
    const { webhookId } = JSON.parse(new TextDecoder().decode(body)) as { webhookId?: unknown };
    return typeof webhookId === 'string' ? webhookId : undefined;
  } catch {
    return undefined;
  }
}

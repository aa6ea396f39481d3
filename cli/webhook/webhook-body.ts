import { readBytes } from '../files/read-bytes.ts';
import { readStandardInput } from '../files/read-standard-input.ts';

/** The default limit of the receiving handler. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the bytes of a file, or of standard input for `-`, unchanged because they are signed.
 *
 * @param name the flag or argument that names the file.
 * @throws InvalidInputError
 */
export function readWebhookBody(name: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
  return path === '-' ? readStandardInput(name, MAX_BYTES) : readBytes(name, path, MAX_BYTES);
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

import type { CdrCompletedEvent } from '../../src/contract/webhook.ts';
import { readBytes, readStandardInput } from '../files/read-file.ts';

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

/**
 * Returns an event as the service sends it (spec §6.1), for a record that does not exist. Each event
 * has a record of its own: an inbox takes a record only once, and would not show what it does.
 */
export function sampleEvent(webhookId: string, now: number): string {
  const event: CdrCompletedEvent = {
    event: 'cdr.completed',
    orgId: 'org_sample',
    cdrId: `cdr_${webhookId}`,
    domainId: 'sunroof.example',
    domain: 'quotes.sunroof.example',
    createdAt: now - 1000,
    ip: null,
    userAgent: null,
    customMetadata: { sample: 'sent by consent-evidence webhook', name: 'Zoë Núñez' },
    webhookId,
    timestamp: now,
  };
  return JSON.stringify(event);
}

import { signWebhook } from '../../src/webhooks/signature/sign.ts';
import type { Forgery } from './plan.ts';

/** A delivery as it is sent. */
export interface Message {
  readonly url: string;
  readonly init: RequestInit;
}

const SIGNATURE = 'x-svc-signature';
const STALE_SECONDS = 3_600;

/** What a forged delivery is made of. */
export interface ForgedFrom {
  /** A real delivery. */
  readonly real: Message;
  readonly kind: Forgery;
  readonly secret: string;
  /** Ids that the service has given to nothing. */
  readonly cdrId: string;
  readonly webhookId: string;
  /** Unix milliseconds. */
  readonly now: number;
}

function withLastChanged(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
}

/** Makes a forged delivery out of a real one. Returns it with the record that it names. */
export async function forgedMessage(from: ForgedFrom): Promise<Message & { cdrId: string }> {
  const { real, kind, secret, webhookId, now } = from;
  const event = JSON.parse(real.init.body as string) as Record<string, unknown>;
  if (kind === 'replay') return { ...real, cdrId: event['cdrId'] as string };
  const cdrId = kind === 'changedByte' ? withLastChanged(from.cdrId) : from.cdrId;
  const timestamp = Math.floor(now / 1000) - (kind === 'stale' ? STALE_SECONDS : 0);
  const signed = { ...event, cdrId: from.cdrId, webhookId, timestamp: timestamp * 1000 };
  const body = JSON.stringify(signed);
  const key = kind === 'otherSecret' ? 'whsec_of_someone_else' : secret;
  const signature = await signWebhook({ body, secret: key, webhookId, timestamp });
  const headers = new Headers({ 'content-type': 'application/json', ...signature });
  if (kind === 'unsigned') headers.delete(SIGNATURE);
  const init = { ...real.init, headers, body: body.replace(from.cdrId, cdrId) };
  return { ...real, init, cdrId };
}

import { isLoopbackHost } from '../../mock/ground/served-hosts.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { signWebhook } from '../../src/webhooks/signature/sign.ts';

/**
 * Parses the address to post to. Invented events must not reach another host's receiver by
 * accident, so any host but this machine has to be named a second time.
 *
 * @throws `InvalidInputError` if the text is not such an address, or the host was not named.
 */
export function webhookTarget(text: string, allowedHost?: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalidInput('url', 'expected an http:// or https:// URL');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidInput('url', 'expected a URL without user information');
  }
  if (!isLoopbackHost(url.hostname) && url.hostname !== allowedHost) {
    const option = `--allow-host ${url.hostname}`;
    throw invalidInput('url', `is not on this machine; if this is intended, add ${option}`);
  }
  return url;
}

/** The body and headers to post. */
export interface WebhookPost {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer, or why none came in time. */
export interface WebhookAnswer {
  readonly status?: number;
  /** Why there is no status. */
  readonly error?: 'timeout' | 'no connection';
  readonly tookMs: number;
}

/** Returns the headers of a delivery: the three that sign it (spec §6.2), and the content type. */
export async function deliveryHeaders(options: {
  body: string | Uint8Array;
  secret: string;
  webhookId: string;
  timestamp: number;
}): Promise<Record<string, string>> {
  return { 'content-type': 'application/json', ...(await signWebhook(options)) };
}

/** Posts like the service: it follows no redirect and waits no longer than `timeoutMs`. */
export async function postWebhook(
  url: URL,
  { body, headers }: WebhookPost,
  timeoutMs: number,
): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const tookMs = (): number => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const init = { method: 'POST', redirect: 'manual', body, headers, signal } as const;
    const response = await fetch(url, init);
    await response.body?.cancel();
    return { status: response.status, tookMs: tookMs() };
  } catch {
    return { error: signal.aborted ? 'timeout' : 'no connection', tookMs: tookMs() };
  }
}

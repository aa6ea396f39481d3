import { checkedOptions } from '../../errors/checked-options.ts';
import { anything, kindOf, nonEmptyText, required, wholeNumber } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import { platformHmac } from './hmac.ts';
import { rawBody, type WebhookBody } from './raw-body.ts';
import { formatSignature, WEBHOOK_HEADERS } from './signature-headers.ts';

/** The input of {@link signWebhook}. */
export interface SignWebhookOptions {
  /** The raw body that will be sent, byte for byte. */
  body: WebhookBody;
  /** The signing secret; its UTF-8 bytes are the key. */
  secret: string;
  /** The value of the id header, which the signature does not cover. Printable ASCII, no spaces. */
  webhookId: string;
  /** Whole Unix seconds. Default: the current time. */
  timestamp?: number | undefined;
}

/**
 * The three headers of a signed delivery (spec §6.2). A `type`, so that `fetch` accepts it as it
 * is.
 */
export type SignedWebhookHeaders = {
  /** The delivery's id; not covered by the signature. */
  'x-svc-webhook-id': string;
  /** Unix seconds. */
  'x-svc-timestamp': string;
  /** `sha256=` and 64 hex digits. */
  'x-svc-signature': string;
};

/** The latest instant that a `Date` can represent, in seconds. */
const TIMESTAMP_MAX_SECONDS = 8_640_000_000_000;

const OPTIONS = (): OptionTable<SignWebhookOptions> => ({
  body: anything, // refused by its own error, which says how to get the raw one
  secret: required(nonEmptyText),
  webhookId: required(
    kindOf('1 to 1024 printable ASCII characters without spaces', (value) => {
      return typeof value === 'string' && /^[!-~]{1,1024}$/.test(value);
    }),
  ),
  timestamp: wholeNumber(0, TIMESTAMP_MAX_SECONDS, 'Unix seconds'),
});

/**
 * Signs a body as the service does (spec §6.2), for tests of a receiver and for the fake. Resolves
 * to the three headers, with lower-case names.
 *
 * @throws `InvalidInputError` for an empty secret, an id that a header cannot carry, or a timestamp
 * that is not whole seconds; `WebhookVerificationError` (`body_parsed`) for a body that is not raw.
 * @example
 * ```ts
 * const headers = await signWebhook({ body, secret, webhookId: 'wh_1' });
 * await fetch(url, { method: 'POST', headers, body });
 * ```
 */
export async function signWebhook(options: SignWebhookOptions): Promise<SignedWebhookHeaders> {
  const given = checkedOptions(OPTIONS, options);
  const { secret, webhookId, timestamp = Math.floor(Date.now() / 1000) } = given;
  const body = rawBody(given.body);
  const digest = await platformHmac()(secret, String(timestamp), body);
  return {
    [WEBHOOK_HEADERS.id]: webhookId,
    [WEBHOOK_HEADERS.timestamp]: String(timestamp),
    [WEBHOOK_HEADERS.signature]: formatSignature(digest),
  };
}

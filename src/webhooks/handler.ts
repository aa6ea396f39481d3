import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import type { WebRequest, WebResponse } from '../platform.ts';
import { acceptDelivery } from './accept-delivery.ts';
import {
  type CheckedHandlerOptions,
  checkHandlerOptions,
  type WebhookFailure,
  type WebhookHandlerOptions,
} from './handler-options.ts';
import { quietly } from './quietly.ts';
import { readRequestBody } from './read-request-body.ts';
import { REFUSAL_STATUS } from './refusal-status.ts';
import { verifyWebhook } from './verify.ts';

/** Answers one delivery. It never rejects. */
export type WebhookHandler = (request: WebRequest) => Promise<WebResponse>;

const FAILURE_STATUS = { body: 408, verify: 503 } satisfies Partial<
  Record<WebhookFailure['step'], number>
>;

async function statusOf(request: WebRequest, options: CheckedHandlerOptions): Promise<number> {
  const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs, onRejected, onError } = options;
  let step: keyof typeof FAILURE_STATUS = 'body';
  try {
    const body = await readRequestBody(request, { maxBytes, timeoutMs });
    step = 'verify';
    const { headers } = request;
    return await acceptDelivery(await verifyWebhook({ ...options, body, headers }), options);
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      await quietly(() => onRejected?.(error));
      return REFUSAL_STATUS[error.reason];
    }
    await quietly(() => onError?.(error, { step }));
    return FAILURE_STATUS[step];
  }
}

/**
 * Makes a receiver of deliveries: it verifies, runs `onEvent` once per `webhookId`, and answers
 * with an empty body. Any server that speaks `Request` and `Response` can call it; for `node:http`,
 * Express and Fastify see {@link toNodeHandler}.
 *
 * Answers: 200 handled, or handled before; 401 a missing or bad signature; 400 a signed body that
 * is no event; 405 another method than POST; 408 a body that broke off; 413 a body over
 * `maxBodyBytes`; 500 `onEvent` failed, no secret, or a parser was first; 503 the store or the
 * `secret` function failed, or the same delivery is in hand. Whatever is not 2xx, the service sends
 * again (spec §6.3).
 *
 * @throws `InvalidInputError` for options that make no sense. A missing secret is not one of them:
 * it refuses each delivery with `no_secret`, so that a build without secrets can load the module.
 * @example
 * ```ts
 * export const POST = createWebhookHandler({
 *   secret: process.env.WEBHOOK_SECRET,
 *   store: memoryStore(),
 *   onEvent: async (event) => {
 *     if (isCdrCompleted(event)) await queue.add(event.cdrId);
 *   },
 *   onRejected: (error) => console.warn(error.reason, error.hint),
 *   onError: (error, { step, webhookId }) => console.error(step, webhookId, error),
 * });
 * ```
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const checked = checkHandlerOptions(options);
  return async (request) => {
    if (request.method !== 'POST') {
      return new Response(null, { status: 405, headers: { allow: 'POST' } });
    }
    return new Response(null, { status: await statusOf(request, checked) });
  };
}

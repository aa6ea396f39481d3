import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import type { WebRequest, WebResponse } from '../../platform/platform.ts';
import { mismatchHint } from '../signature/mismatch-hint.ts';
import { verifyDelivery } from '../signature/verify-delivery.ts';
import { REFUSAL_STATUS, UNAVAILABLE } from './answer-status.ts';
import { type CheckedHandlerOptions, checkHandlerOptions } from './check-handler-options.ts';
import type {
  InboxHandlerOptions,
  WebhookFailure,
  WebhookHandlerOptions,
} from './handler-options.ts';
import { readRequestBody, withinTime } from './read-request-body.ts';
import { acceptDelivery, takeDelivery } from './take-delivery.ts';
import { WebhookTimeoutError } from './webhook-timeout-error.ts';

/** Answers one delivery. It never rejects. */
export type WebhookHandler = (request: WebRequest) => Promise<WebResponse>;

const FAILURE_STATUS = { body: 408, verify: UNAVAILABLE } satisfies Partial<
  Record<WebhookFailure['step'], number>
>;

async function statusOf(
  request: WebRequest,
  options: CheckedHandlerOptions,
  progress: WebhookFailure,
): Promise<number> {
  const { maxBodyBytes: maxBytes, onRejected, onError } = options;
  const timeoutMs = Math.min(options.bodyTimeoutMs, options.answerWithinMs);
  let step: keyof typeof FAILURE_STATUS = 'body';
  try {
    const body = await readRequestBody(request, { maxBytes, timeoutMs });
    progress.step = step = 'verify';
    const delivery = { ...options, body, headers: request.headers };
    const verified = await verifyDelivery(delivery, onRejected && mismatchHint);
    return await (options.inbox === undefined
      ? acceptDelivery(verified, options, progress)
      : takeDelivery(verified, options, progress));
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      await ignoringErrors(() => onRejected?.(error));
      return REFUSAL_STATUS[error.reason];
    }
    await ignoringErrors(() => onError?.(error, { step }));
    return FAILURE_STATUS[step];
  }
}

/** Returns the status in time. A step that hangs is reported to `onError`, and continues. */
async function statusInTime(request: WebRequest, options: CheckedHandlerOptions): Promise<number> {
  const { answerWithinMs, onError } = options;
  const progress: WebhookFailure = { step: 'body' };
  return withinTime(statusOf(request, options, progress), answerWithinMs, () => {
    if (progress.step === 'body') return FAILURE_STATUS.body;
    void ignoringErrors(() => onError?.(new WebhookTimeoutError(answerWithinMs), { ...progress }));
    return UNAVAILABLE;
  });
}

/**
 * Creates a receiver of deliveries. It verifies each delivery, passes the event on, and answers
 * with an empty body. Any server that uses `Request` and `Response` can call it; for `node:http`,
 * Express and Fastify see {@link toNodeHandler}.
 *
 * With `inbox`, each completed record becomes one job on your own queue, in one transaction with
 * the inbox's row. With `store` and `onEvent`, `onEvent` runs at least once per `webhookId`. It
 * runs again if a run was not completed because a process died, a lease ran out or the store
 * failed. What it does in a store's `transaction` takes effect once.
 *
 * The answers:
 * - 200: the event was handled, now or before.
 * - 400: the body is signed, but is not an event.
 * - 401: the signature or the timestamp is missing or invalid.
 * - 405: the method is not POST.
 * - 408: the body broke off or arrived too slowly.
 * - 413: the body exceeds `maxBodyBytes`.
 * - 500: `onEvent` failed, there is no secret, a parser read the body first, or it got no `Request`.
 * - 503: the inbox, the store or the `secret` function failed, the same delivery is already being
 *   processed, or something hung for `answerWithinMs`.
 *
 * The service resends every delivery whose answer is not 2xx (spec §6.3).
 *
 * Unless the options contain `secret`, it is read from `CONSENT_EVIDENCE_WEBHOOK_SECRET` for each
 * delivery.
 *
 * @throws `InvalidInputError` for invalid options. A missing secret does not throw: each delivery
 * is refused with `no_secret`, so that a build without secrets can load the module.
 * @example
 * ```ts
 * export const POST = createWebhookHandler({
 *   store: memoryStore(),
 *   onEvent: async (event) => {
 *     if (isCdrCompleted(event)) await queue.add(event.cdrId);
 *   },
 *   onRejected: (error) => console.warn(error.reason, error.hint),
 *   onError: (error, { step, webhookId }) => console.error(step, webhookId, error),
 * });
 * ```
 */
export function createWebhookHandler(
  options: WebhookHandlerOptions | InboxHandlerOptions,
): WebhookHandler {
  const checked = checkHandlerOptions(options);
  return async (request) => {
    if ('arrayBuffer' in request && request.method !== 'POST') {
      return new Response(null, { status: 405, headers: { allow: 'POST' } });
    }
    return new Response(null, { status: await statusInTime(request, checked) });
  };
}

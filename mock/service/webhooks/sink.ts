import { WEBHOOK_TOLERANCE_SECONDS } from '../../../src/contract/limits.ts';
import type { FetchLike } from '../../../src/platform/platform.ts';
import { signWebhook } from '../../../src/webhooks/signature/sign.ts';
import type { SinkVerdict } from '../../engine/arrivals.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SentMessage } from '../../engine/traffic.ts';
import type { Organization, WebhookTarget } from '../../world/entities.ts';

/** Checks a message as spec §6.2 demands of a receiver: its signature, then its age. */
async function verdictOn(
  { courier, clock }: Engine,
  { secret }: WebhookTarget,
  { headers, body }: SentMessage,
): Promise<SinkVerdict> {
  if (secret === undefined) return 'unsigned';
  const timestamp = Number(headers['x-svc-timestamp']);
  const webhookId = headers['x-svc-webhook-id'] ?? '';
  const signed = await signWebhook({ body, secret, webhookId, timestamp });
  if (signed['x-svc-signature'] !== headers['x-svc-signature']) return 'wrongSignature';
  const now = courier.timestamps === 'wall' ? courier.wallNow() : clock.now();
  return now / 1000 - timestamp > WEBHOOK_TOLERANCE_SECONDS ? 'oldTimestamp' : 'valid';
}

/** Never answers: rejects only when the sender gives up. */
function hang(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
  });
}

/** Returns the fetch that answers for the fake's own receiver, as the webhook's `answer` says. */
export function sinkFetch(engine: Engine, { organizationId, webhook }: Organization): FetchLike {
  const send = engine.courier.fetch ?? globalThis.fetch;
  return async (input: unknown, init?: RequestInit) => {
    const { epoch } = engine;
    const target = webhook ?? { url: String(input) };
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const body = typeof init?.body === 'string' ? init.body : ''; // deliveries are texts
    const message = { url: String(input), headers, body };
    const verdict = await verdictOn(engine, target, message);
    const keep = (status: number | null): void => {
      const at = engine.clock.now();
      if (epoch === engine.epoch) {
        engine.arrivals.keep(epoch, { at, organizationId, message, verdict, status });
      }
    };
    const { answer = 200 } = target;
    try {
      const response =
        verdict === 'wrongSignature' || verdict === 'oldTimestamp'
          ? Response.json({ refused: verdict }, { status: 401 })
          : answer === 'hang'
            ? await hang(init?.signal)
            : typeof answer === 'object'
              ? await send(answer.forwardTo, init)
              : Response.json({ verdict }, { status: answer });
      keep(response.status);
      return response;
    } catch (error) {
      keep(null);
      throw error;
    }
  };
}

import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from '../../../src/contract/limits.ts';
import { jsonText } from '../../../src/texts/json-text.ts';
import { signWebhook } from '../../../src/webhooks/signature/sign.ts';
import { type Engine, organizationOf } from '../../engine/engine.ts';
import type { AnswerStart, SentMessage } from '../../engine/traffic.ts';
import { isSinkUrl } from '../../ground/sink.ts';
import type {
  DeliveryAttempt,
  Organization,
  StoredDelivery,
  WebhookTarget,
} from '../../world/entities.ts';
import { answerStart } from './answer-start.ts';
import { completedEvent } from './event.ts';
import { recordAttempt, takeOffAgenda } from './schedule.ts';
import { sinkFetch } from './sink.ts';

/** The outcome of one POST. */
export interface Posted {
  readonly attempt: DeliveryAttempt;
  /** `null`: no answer came, or only its status is waited for. */
  readonly answer: AnswerStart | null;
  /** How much of the world's time the attempt took. */
  readonly tookMs: number;
}

const ERROR_MAX_CHARS = 200;

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return text.slice(0, ERROR_MAX_CHARS);
}

/**
 * Sends one POST, cut off by a real timer if the courier waits for answers (spec §6.3). Never
 * rejects: the outcome is always data.
 */
export async function post(
  engine: Engine,
  to: Organization,
  { url, headers, body }: SentMessage,
): Promise<Posted> {
  const { courier } = engine;
  const at = engine.clock.now();
  const abort = new AbortController();
  const timer = courier.waits ? setTimeout(() => abort.abort(), courier.timeoutMs) : undefined;
  // The receiver's fetch may ignore the signal, but the timer must still cut it off.
  const cutOff = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(new Error('timeout')));
  });
  try {
    const send = isSinkUrl(url) ? sinkFetch(engine, to) : (courier.fetch ?? globalThis.fetch);
    const response = await Promise.race([
      send(url, { method: 'POST', redirect: 'manual', signal: abort.signal, headers, body }),
      cutOff,
    ]);
    const attempt = { at, status: response.status };
    if (courier.waits) return { attempt, answer: await answerStart(response), tookMs: 0 };
    response.body?.cancel().catch(() => undefined);
    return { attempt, answer: null, tookMs: 0 };
  } catch (error) {
    const none = { answer: null, tookMs: 0 };
    if (!abort.signal.aborted) return { ...none, attempt: { at, error: describe(error) } };
    const error_ = `no response within ${WEBHOOK_ATTEMPT_TIMEOUT_MS / 1000} s`;
    return { ...none, attempt: { at, error: error_ }, tookMs: WEBHOOK_ATTEMPT_TIMEOUT_MS };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Builds the headers, signed again for each attempt: a signature made once would be too old by the
 * fifth (spec §6.2).
 */
async function headersOf(
  target: WebhookTarget,
  { body, webhookId, timestamp }: { body: string; webhookId: string; timestamp: number },
): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'x-svc-webhook-id': webhookId };
  const { secret } = target;
  if (secret === undefined) return headers;
  return { ...headers, ...(await signWebhook({ body, secret, webhookId, timestamp })) };
}

function bodyOf(engine: Engine, delivery: StoredDelivery, now: number, timestamp: number) {
  const { world } = engine;
  const cdr = world.cdrs.get(delivery.cdrId);
  if (cdr === undefined) throw new Error(`no record ${delivery.cdrId}`);
  const organization = organizationOf(world, delivery.organizationId);
  const { webhookId } = delivery;
  return jsonText(completedEvent(engine, { organization, cdr, webhookId, now, timestamp }));
}

/**
 * Returns the delivery's message as of now: what the next attempt sends.
 *
 * @param ageMs how old the message claims to be, in milliseconds.
 */
export async function messageOf(
  engine: Engine,
  delivery: StoredDelivery,
  target: WebhookTarget,
  ageMs = 0,
): Promise<SentMessage> {
  const { readings, courier } = engine;
  const now = engine.clock.now();
  const stamp = (courier.timestamps === 'wall' ? courier.wallNow() : now) - ageMs;
  const body = delivery.frozenBody ?? bodyOf(engine, delivery, now, stamp);
  const headerId =
    readings.webhookHeaderId === 'same' ? delivery.webhookId : engine.ids.next('att');
  const timestamp = Math.floor(stamp / 1000);
  const headers = await headersOf(target, { body, webhookId: headerId, timestamp });
  return { url: target.url, headers, body };
}

/** Makes the delivery's next attempt with the current URL and secret, and records it. */
export async function attemptDelivery(engine: Engine, delivery: StoredDelivery): Promise<void> {
  const { epoch, readings, courier, traffic } = engine;
  const now = engine.clock.now();
  const organization = organizationOf(engine.world, delivery.organizationId);
  const target = organization.webhook;
  if (target === null) {
    const attempt = { at: now, error: 'no webhook is configured' };
    const next = recordAttempt(engine, delivery, attempt, now);
    traffic.keepAttempt(attempt, { sent: null, answer: null, ...next });
    return;
  }
  const sent = await messageOf(engine, delivery, target);
  const { attempt, answer, tookMs } = await post(engine, organization, sent);
  if (epoch !== engine.epoch) return;
  const current = engine.world.deliveries.get(delivery.webhookId);
  if (current === undefined) return;
  const kept = readings.webhookBody === 'frozen' ? { ...current, frozenBody: sent.body } : current;
  const endedAt = courier.waits ? now + tookMs : engine.clock.now();
  traffic.keepAttempt(attempt, { sent, answer, ...recordAttempt(engine, kept, attempt, endedAt) });
}

/** Makes the next attempt without holding up the world: it ends whenever the answer comes. */
export function sendDelivery(engine: Engine, delivery: StoredDelivery): void {
  takeOffAgenda(engine, delivery);
  void attemptDelivery(engine, delivery);
}

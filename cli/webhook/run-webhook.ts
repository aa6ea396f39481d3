import { randomUUID } from 'node:crypto';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { signWebhook } from '../../src/webhooks/signature/sign.ts';
import { printFinding } from '../output/print-finding.ts';
import { diagnose } from './diagnose.ts';
import { examineWebhook, type Finding } from './examine-webhook.ts';
import { formatFindings } from './format-findings.ts';
import { deliveryHeaders, postWebhook, webhookTarget } from './post-webhook.ts';
import { readWebhookBody, sampleEvent, webhookIdOf } from './webhook-event.ts';

/** Flags of every webhook command. */
interface CommonFlags {
  readonly secret: string;
  readonly json?: true;
}

/** Flags of `webhook doctor`. */
export interface TargetFlags extends CommonFlags {
  readonly allowHost?: string;
  readonly timeoutMs: number;
}

/** Flags of `webhook send`. */
export interface SendFlags extends TargetFlags {
  readonly body?: string;
  readonly ageSeconds: number;
}

/** Flags of `webhook sign`. */
export interface SignFlags extends CommonFlags {
  readonly webhookId?: string;
  readonly timestamp?: number;
}

const now = Date.now;

/** Examines a webhook receiver. */
export async function doctor(address: string, flags: TargetFlags): Promise<void> {
  const { secret, timeoutMs, allowHost, json } = flags;
  const url = webhookTarget(address, allowHost);
  const diagnosis = diagnose(
    await examineWebhook({
      secret,
      now,
      runId: `doctor_${randomUUID()}`,
      post: (post) => postWebhook(url, post, timeoutMs),
    }),
  );
  const { cause, findings } = diagnosis;
  const isRight = ({ verdict }: Finding): boolean => verdict === 'pass' || verdict === 'warn';
  const ok = findings.every(isRight);
  const data = { url: url.href, ...(cause !== undefined && { cause }), findings };
  const text = formatFindings(diagnosis);
  printFinding({ command: 'webhook doctor', json, now }, { ok, data, text });
}

/** Posts one event. */
export async function send(address: string, flags: SendFlags): Promise<void> {
  const { secret, timeoutMs, allowHost, json, ageSeconds } = flags;
  const url = webhookTarget(address, allowHost);
  const made = (): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(sampleEvent(`sent_${randomUUID()}`, now()));
  const body = flags.body === undefined ? made() : await readWebhookBody('--body', flags.body);
  const webhookId = webhookIdOf(body) ?? `sent_${randomUUID()}`;
  const timestamp = Math.floor(now() / 1000) - ageSeconds;
  const headers = await deliveryHeaders({ body, secret, webhookId, timestamp });
  const answer = await postWebhook(url, { body, headers }, timeoutMs);
  const { status, error, tookMs } = answer;
  const text = `${webhookId}: ${status ?? error} after ${tookMs} ms`;
  const ok = status !== undefined && status >= 200 && status <= 299;
  const signedAt = new Date(timestamp * 1000).toISOString();
  const data = { url: url.href, webhookId, signedAt, ...answer };
  printFinding({ command: 'webhook send', json, now }, { ok, data, text });
}

/** Prints the headers that sign a body. */
export async function sign(
  path: string,
  { secret, json, timestamp, ...flags }: SignFlags,
): Promise<void> {
  const body = await readWebhookBody('file', path);
  const webhookId = flags.webhookId ?? webhookIdOf(body);
  if (webhookId === undefined) {
    throw invalidInput('--webhook-id', 'required, because the body has no webhookId');
  }
  const headers = await signWebhook({ body, secret, webhookId, timestamp });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const finding = { ok: true, data: { headers }, text: lines.join('\n') };
  printFinding({ command: 'webhook sign', json, now }, finding);
}

import { callControl } from './call-control.ts';
import { ControlFailure } from './control-failure.ts';
import { costOfRequest, watchCharges } from './cost-of.ts';
import { SERVICE_PATH } from './own-path.ts';

/** The service's reply as sent over the wire (spec §2.1), with its cost. */
export interface ServiceReply {
  readonly status: number;
  readonly ok: boolean;
  readonly requestId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  /** What it cost and who was charged, or why it was free. */
  readonly cost: string;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

interface Envelope {
  readonly ok: boolean;
  readonly data?: Record<string, unknown>;
  readonly requestId?: string;
  readonly error?: { code: string; message: string; details?: unknown; requestId: string };
}

/**
 * Calls the service as one organization, with its newest live key, as any client would. The call
 * appears in the request log.
 *
 * @throws ControlFailure if the organization has no key, or no envelope came.
 */
export async function callService(
  organizationId: string,
  path: string,
  body?: unknown,
): Promise<ServiceReply> {
  const { env } = await callControl<{ env: Record<string, string> }>(
    'GET',
    `/organizations/${encodeURIComponent(organizationId)}/env`,
  );
  const costSince = await watchCharges();
  const response = await fetch(SERVICE_PATH + path, {
    method: 'POST',
    headers: {
      'x-api-key': env['CONSENT_EVIDENCE_API_KEY'] ?? '',
      'content-type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'error',
  }).catch(async () => {
    // Without a response there is no request id, and a browser may resend on a reused connection.
    const cost = await costSince().catch(
      () => 'The request may have been processed and charged anyway; see Requests.',
    );
    throw new ControlFailure(0, 'NO_ANSWER', `no response. ${cost}`);
  });
  const envelope = (await response.json().catch(() => undefined)) as Envelope | undefined;
  if (envelope === undefined) {
    throw new ControlFailure(
      response.status,
      'NO_ENVELOPE',
      'the response is not a service envelope',
    );
  }
  const requestId = envelope.requestId ?? envelope.error?.requestId ?? '';
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    ok: envelope.ok,
    requestId,
    cost: await costOfRequest(requestId).catch(() => ''),
    data: envelope.data ?? {},
    code: envelope.error?.code ?? '',
    message: envelope.error?.message ?? '',
    details: envelope.error?.details,
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
  };
}

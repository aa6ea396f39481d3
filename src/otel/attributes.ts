import { isKnownErrorCode } from '../contract/error-codes.ts';
import type { TraceEvent } from '../transport/trace-event.ts';
import type { OtelAttributes } from './otel-api.ts';

/** Our own attribute names. All others are OpenTelemetry's. */
const OURS = 'consent_evidence';

/** Returns `pairs` without undefined values. */
export function attributes(
  pairs: Readonly<Record<string, string | number | undefined>>,
): OtelAttributes {
  const given = Object.entries(pairs).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as OtelAttributes;
}

/** Returns the host and port of `server` as attributes. */
function addressOf(server: string | undefined): Record<string, string | number> {
  if (server === undefined) return {};
  const [, host = server, port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(server) ?? [];
  return { 'server.address': host, ...(port !== undefined && { 'server.port': Number(port) }) };
}

/** Returns the attributes that are known when a call begins. */
export function startAttributes(event: TraceEvent): OtelAttributes {
  return attributes({
    [`${OURS}.operation`]: event.operation,
    [`${OURS}.call_id`]: event.callId,
    [`${OURS}.label`]: event.label,
    'http.request.method': event.method,
    'url.template': event.urlTemplate,
    ...addressOf(event.server),
  });
}

/**
 * Returns the attributes that are known when a call or attempt has ended. `before`: the attempts of
 * the call's earlier requests, such as that for the record of an image.
 */
export function endAttributes(event: TraceEvent, before: number): OtelAttributes {
  const resent = event.attempt - before - 1;
  return attributes({
    [`${OURS}.outcome`]: event.outcome,
    [`${OURS}.code`]: event.code,
    [`${OURS}.request_id`]: event.requestId,
    'http.response.status_code': event.status,
    'http.request.resend_count': resent > 0 ? resent : undefined,
    'error.type': errorType(event),
  });
}

/** The errors that a call can end with. */
const ERROR_NAMES: ReadonlySet<string> = new Set([
  'ApiError',
  'ConnectionError',
  'TimeoutError',
  'AbortError',
  'UnexpectedReplyError',
  'PaginationError',
  'EvidenceUnavailableError',
  'InvalidInputError',
]);

/**
 * Returns the error type of a failed attempt or call: a documented code, else the name of one of our
 * errors, else OpenTelemetry's fallback value. A service, or a gateway, that invents codes must not
 * create a series for each. `undefined` if it did not fail.
 */
export function errorType({ type, status, code, outcome, errorName }: TraceEvent) {
  const failed = type === 'done' ? outcome !== 'ok' : status === undefined || status >= 400;
  if (!failed) return undefined;
  if (code !== undefined && isKnownErrorCode(code)) return code;
  return errorName !== undefined && ERROR_NAMES.has(errorName) ? errorName : '_OTHER';
}

/** Returns the attributes of metrics: few values each, and none that is specific to a call. */
export function countedBy(event: TraceEvent): OtelAttributes {
  return attributes({
    [`${OURS}.operation`]: event.operation,
    [`${OURS}.outcome`]: event.outcome,
    'error.type': event.type === 'done' ? errorType(event) : undefined,
  });
}

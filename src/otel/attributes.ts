import type { TraceEvent } from '../transport/trace-event.ts';
import type { OtelAttributes } from './otel-api.ts';

/** Ours; all others are OpenTelemetry's own names. */
const OURS = 'consent_evidence';

/** `pairs` without what is undefined. */
export function attributes(
  pairs: Readonly<Record<string, string | number | undefined>>,
): OtelAttributes {
  const given = Object.entries(pairs).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as OtelAttributes;
}

/** Host and port, of `server` as a URL has them together. */
function addressOf(server: string | undefined): Record<string, string | number> {
  if (server === undefined) return {};
  const [, host = server, port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(server) ?? [];
  return { 'server.address': host, ...(port !== undefined && { 'server.port': Number(port) }) };
}

/** What is known of a call when it begins. */
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

/** What is known of a call, or of one attempt, when it has ended. */
export function endAttributes(event: TraceEvent): OtelAttributes {
  return attributes({
    [`${OURS}.outcome`]: event.outcome,
    [`${OURS}.code`]: event.code,
    [`${OURS}.request_id`]: event.requestId,
    'http.response.status_code': event.status,
    'http.request.resend_count': event.attempt > 1 ? event.attempt - 1 : undefined,
    'error.type': errorType(event),
  });
}

/** What an attempt or a call that failed is told by; `undefined` where it did not fail. */
export function errorType({ type, status, code, outcome, errorName }: TraceEvent) {
  if (type === 'done') return outcome === 'ok' ? undefined : (code ?? errorName ?? '_OTHER');
  if (status === undefined) return '_OTHER'; // OpenTelemetry's word where nothing says it better
  return status >= 400 ? (code ?? `${status}`) : undefined;
}

/** By what calls are counted: few values each, and none of a call's own. */
export function countedBy(event: TraceEvent): OtelAttributes {
  return attributes({
    [`${OURS}.operation`]: event.operation,
    [`${OURS}.outcome`]: event.outcome,
    'error.type': event.type === 'done' ? errorType(event) : undefined,
  });
}

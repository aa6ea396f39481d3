import { invalidInput } from '../errors/invalid-input-error.ts';
import type { TraceEvent } from '../transport/trace-event.ts';
import { CallMetrics } from './call-metrics.ts';
import { CallSpans } from './call-spans.ts';
import type { OtelMetricsApi, OtelTraceApi } from './otel-api.ts';

/** What a client's calls are told to: at least one of the two. */
export interface OpenTelemetryOptions {
  /** `trace` of `@opentelemetry/api`. Without it: no spans. */
  trace?: OtelTraceApi | undefined;
  /** `metrics` of `@opentelemetry/api`, with its SDK registered before the first call. Without it: no metrics. */
  metrics?: OtelMetricsApi | undefined;
}

function check(options: OpenTelemetryOptions): void {
  const given = options as Partial<Record<'trace' | 'metrics', object>> | undefined;
  const { trace, metrics } = given ?? {};
  if (trace === undefined && metrics === undefined) {
    throw invalidInput('trace', 'expected `trace` or `metrics` of @opentelemetry/api, or both');
  }
  if (trace !== undefined && !('getTracer' in trace && 'setSpan' in trace)) {
    throw invalidInput('trace', 'expected `trace` of @opentelemetry/api');
  }
  if (metrics !== undefined && !('getMeter' in metrics)) {
    throw invalidInput('metrics', 'expected `metrics` of @opentelemetry/api');
  }
}

/**
 * Makes the function for a client's option `trace` that tells each call to OpenTelemetry: a span for
 * the call, named by its operation, with child spans for its attempts and waits; counts of calls and
 * of unknown outcomes, and how long calls and waits for pending records take. No token, key, body or
 * signed address is in any of it. The guide "Traces, metrics and alerts" has the names.
 *
 * @throws InvalidInputError for what is neither `trace` nor `metrics` of the API.
 *
 * @example
 * ```ts
 * import { metrics, trace } from '@opentelemetry/api';
 *
 * const client = new ConsentEvidence({ trace: openTelemetry({ trace, metrics }) });
 * ```
 */
export function openTelemetry(options: OpenTelemetryOptions): (event: TraceEvent) => void {
  check(options);
  const { trace, metrics } = options;
  const spans = trace && new CallSpans(trace);
  const counts = metrics && new CallMetrics(metrics);
  return (event) => {
    spans?.take(event);
    counts?.take(event);
  };
}

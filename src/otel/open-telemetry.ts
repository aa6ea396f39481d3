import { checkedOptions } from '../errors/checked-options.ts';
import type { Issue } from '../options/issue.ts';
import { kindOf } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { TraceEvent } from '../transport/trace-event.ts';
import { CallMetrics } from './call-metrics.ts';
import { CallSpans } from './call-spans.ts';
import type { OtelMetricsApi, OtelTraceApi } from './otel-api.ts';

/** Where spans and metrics go. At least one of the two is required. */
export interface OpenTelemetryOptions {
  /** `trace` of `@opentelemetry/api`. Without it: no spans. */
  trace?: OtelTraceApi | undefined;
  /** `metrics` of `@opentelemetry/api`. Register its SDK before the first call. Without it: no metrics. */
  metrics?: OtelMetricsApi | undefined;
}

function has(api: unknown, ...names: readonly string[]): boolean {
  return typeof api === 'object' && api !== null && names.every((name) => name in api);
}

const OPTIONS = (): OptionTable<OpenTelemetryOptions> => ({
  trace: kindOf('`trace` of @opentelemetry/api', (value) => has(value, 'getTracer', 'setSpan')),
  metrics: kindOf('`metrics` of @opentelemetry/api', (value) => has(value, 'getMeter')),
});

function missing({ trace, metrics }: OpenTelemetryOptions): Issue[] {
  if (trace !== undefined || metrics !== undefined) return [];
  return [
    { path: 'trace', message: 'expected `trace` or `metrics` of @opentelemetry/api, or both' },
  ];
}

/**
 * Creates a function for the client option `trace` that reports each call to OpenTelemetry: a span per
 * call, named after its operation, with child spans for attempts and waits; counts of calls and of
 * unknown outcomes; and the duration of calls and of waits for pending records. It never contains a
 * token, key, body or signed URL. The guide "Traces, metrics and alerts" lists the names.
 *
 * @throws `InvalidInputError` if neither `trace` nor `metrics` is given, or one is not of the API.
 *
 * @example
 * ```ts
 * import { metrics, trace } from '@opentelemetry/api';
 *
 * const client = new ConsentEvidence({ trace: openTelemetry({ trace, metrics }) });
 * ```
 */
export function openTelemetry(options: OpenTelemetryOptions): (event: TraceEvent) => void {
  const { trace, metrics } = checkedOptions(OPTIONS, options, { also: missing });
  const spans = trace && new CallSpans(trace);
  const counts = metrics && new CallMetrics(metrics);
  return (event) => {
    spans?.take(event);
    counts?.take(event);
  };
}

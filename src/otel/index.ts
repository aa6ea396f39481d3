/**
 * OpenTelemetry for the client: spans and metrics of its calls, and a hook that keeps share tokens and
 * signed URLs out of the spans of other instrumentations. It does not depend on OpenTelemetry; the
 * application passes in its own API objects.
 *
 * @module
 */
export { type HiddenAttributes, hideSecrets } from './hide-secrets.ts';
export { type OpenTelemetryOptions, openTelemetry } from './open-telemetry.ts';
export type {
  OtelAdvice,
  OtelAttributes,
  OtelContext,
  OtelCounter,
  OtelHistogram,
  OtelInstrumentOptions,
  OtelMeter,
  OtelMetricsApi,
  OtelSpan,
  OtelSpanOptions,
  OtelTraceApi,
  OtelTracer,
} from './otel-api.ts';

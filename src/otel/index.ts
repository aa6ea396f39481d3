/**
 * What a client does, in OpenTelemetry: spans and metrics of its calls, and a hook that keeps share
 * tokens and signed addresses out of the spans of other instrumentations. It needs no package of
 * OpenTelemetry itself; the application hands its own in.
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

// Receives a lead's record with traces, metrics and an alarm on unknown outcomes. The exporters here
// keep everything in memory, to show it at the end; yours would send it to a collector.
import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { ConsentEvidence, explainReceive, type TraceEvent } from 'consent-evidence';
import { hideSecrets, openTelemetry } from 'consent-evidence/otel';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** The share URL or its token, as it came with the lead. */
  readonly SHARE_URL: string;
}

/** The operations that cost money. A read that ends in doubt has only failed. */
const PAID: readonly string[] = ['cdrs.collect', 'shares.receive'];

/** Registers the OpenTelemetry SDK, as an application does before anything else. */
function registerOpenTelemetry() {
  const spans = new InMemorySpanExporter();
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const tracing = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
  });
  const metering = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: points })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(tracing);
  metrics.setGlobalMeterProvider(metering);
  // Without the hook, this instrumentation would put each lead's share URL into a span.
  const undici = new UndiciInstrumentation({ startSpanHook: hideSecrets });
  return {
    spans,
    points,
    async shutdown() {
      undici.disable();
      await metering.forceFlush();
      await tracing.forceFlush();
    },
  };
}

export async function run(env: Env, alarm: (message: string) => void = console.error) {
  const telemetry = registerOpenTelemetry();
  const tell = openTelemetry({ trace, metrics });
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
    trace(event: TraceEvent) {
      tell(event);
      const { type, outcome, operation, callId, label } = event;
      if (type === 'done' && outcome === 'unknown' && PAID.includes(operation)) {
        alarm(`${operation} of ${label ?? 'no lead'} may have been paid for: ${callId}`);
      }
    },
  });
  const answer = await trace.getTracer('intake').startActiveSpan('take lead L-1', async (span) => {
    try {
      return await client.shares.receive(env.SHARE_URL, { label: 'L-1', maxRetries: 0 });
    } catch (error) {
      return error;
    } finally {
      span.end();
    }
  });
  await telemetry.shutdown();
  return {
    decision: explainReceive(answer).decision,
    spans: telemetry.spans.getFinishedSpans().map(({ name, attributes }) => ({
      name,
      outcome: attributes['consent_evidence.outcome'],
      url: attributes['url.full'] ?? attributes['url.template'],
    })),
    metrics: telemetry.points
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics: all }) => all.map(({ descriptor }) => descriptor.name)),
  };
}

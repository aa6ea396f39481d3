import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

class OnDemandReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** One point of a metric, as an exporter gets it. */
export interface Point {
  readonly metric: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** The OpenTelemetry SDK, registered as in an application. */
export interface Telemetry {
  /** Called once for each root span. */
  sampler: Sampler | undefined;
  readonly exporter: InMemorySpanExporter;
  readonly spans: () => ReadableSpan[];
  readonly points: () => Promise<Point[]>;
}

/** Registers the SDK; call it once per test file. */
export function startTelemetry(): Telemetry {
  const exporter = new InMemorySpanExporter();
  const reader = new OnDemandReader();
  const telemetry: Telemetry = {
    sampler: undefined,
    exporter,
    spans: () => exporter.getFinishedSpans(),
    async points() {
      const { resourceMetrics } = await reader.collect();
      return resourceMetrics.scopeMetrics.flatMap(({ metrics: all }) =>
        all.flatMap(({ descriptor, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({
            metric: descriptor.name,
            attributes,
            value,
          })),
        ),
      );
    },
  };
  const root: Sampler = {
    shouldSample: (...args) =>
      telemetry.sampler?.shouldSample(...args) ?? { decision: SamplingDecision.RECORD_AND_SAMPLED },
    toString: () => 'test',
  };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({
      sampler: new ParentBasedSampler({ root }),
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  return telemetry;
}

/** Converts a span's time to milliseconds. */
export function ms([seconds, nanos]: readonly [number, number]): number {
  return seconds * 1000 + nanos / 1e6;
}

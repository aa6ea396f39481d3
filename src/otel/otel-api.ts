/**
 * The part of `@opentelemetry/api` that is used, so that this package needs none of it: whatever
 * version the application has is handed in.
 */

/** What a span or a measurement is told with. */
export type OtelAttributes = Readonly<Record<string, string | number>>;

/** The part of `Span` that is used. */
export interface OtelSpan {
  /** Whether it is sampled. */
  isRecording(): boolean;
  /** Adds attributes. */
  setAttributes(attributes: OtelAttributes): unknown;
  /** Sets whether it went well; 2 is an error. */
  setStatus(status: { code: number; message?: string }): unknown;
  /** Adds something that happened at one instant; Unix milliseconds. */
  addEvent(name: string, attributes: OtelAttributes, time: number): unknown;
  /** Ends it; Unix milliseconds. */
  end(endTime: number): void;
}

/** The part of `Context` that is used. */
export interface OtelContext {
  /** The value under a key. */
  getValue(key: symbol): unknown;
  /** A copy that has another value. */
  setValue(key: symbol, value: unknown): OtelContext;
  /** A copy without a value. */
  deleteValue(key: symbol): OtelContext;
}

/** How a span begins. */
export interface OtelSpanOptions {
  /** 0 is internal, 2 a client's. */
  kind: number;
  /** Unix milliseconds. */
  startTime: number;
  /** What it is told with from the start, for samplers. */
  attributes: OtelAttributes;
}

/** The part of `Tracer` that is used. */
export interface OtelTracer {
  /** Starts a span, in the active context where none is given. */
  startSpan(name: string, options: OtelSpanOptions, context?: OtelContext): OtelSpan;
}

/** The part of `trace` of `@opentelemetry/api` that is used. */
export interface OtelTraceApi {
  /** The tracer of a library. */
  getTracer(name: string, version: string): OtelTracer;
  /** A copy of a context in which a span is the parent. */
  setSpan(context: OtelContext, span: OtelSpan): OtelContext;
}

/** The part of `Counter` that is used. */
export interface OtelCounter {
  /** Adds to the sum. */
  add(value: number, attributes: OtelAttributes): void;
}

/** The part of `Histogram` that is used. */
export interface OtelHistogram {
  /** Adds a measurement. */
  record(value: number, attributes: OtelAttributes): void;
}

/** What the author of an instrument advises. */
export interface OtelAdvice {
  /** Where one bucket ends and the next begins. */
  explicitBucketBoundaries?: number[];
}

/** How an instrument is described. */
export interface OtelInstrumentOptions {
  /** In words. */
  description: string;
  /** Of the Unified Code for Units of Measure. */
  unit: string;
  /** What the author of the instrument advises. */
  advice?: OtelAdvice;
}

/** The part of `Meter` that is used. */
export interface OtelMeter {
  /** Makes a sum that only grows. */
  createCounter(name: string, options: OtelInstrumentOptions): OtelCounter;
  /** Makes a distribution. */
  createHistogram(name: string, options: OtelInstrumentOptions): OtelHistogram;
}

/** The part of `metrics` of `@opentelemetry/api` that is used. */
export interface OtelMetricsApi {
  /** The meter of a library. */
  getMeter(name: string, version: string): OtelMeter;
}

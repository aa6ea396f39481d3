/**
 * The part of `@opentelemetry/api` that is used. This package does not depend on it: the application
 * passes in its own version.
 */

/** The attributes of a span or measurement. */
export type OtelAttributes = Readonly<Record<string, string | number>>;

/** The part of `Span` that is used. */
export interface OtelSpan {
  /** Whether it is sampled. */
  isRecording(): boolean;
  /** Adds attributes. */
  setAttributes(attributes: OtelAttributes): unknown;
  /** Sets the status; 2 is an error. */
  setStatus(status: { code: number; message?: string }): unknown;
  /** Adds an event at a time in Unix milliseconds. */
  addEvent(name: string, attributes: OtelAttributes, time: number): unknown;
  /** Ends the span at a time in Unix milliseconds. */
  end(endTime: number): void;
}

/** The part of `Context` that is used. */
export interface OtelContext {
  /** The value under a key. */
  getValue(key: symbol): unknown;
  /** A copy with another value. */
  setValue(key: symbol, value: unknown): OtelContext;
  /** A copy without a value. */
  deleteValue(key: symbol): OtelContext;
}

/** The options of a new span. */
export interface OtelSpanOptions {
  /** 0: internal, 2: client. */
  kind: number;
  /** Unix milliseconds. */
  startTime: number;
  /** The initial attributes, for samplers. */
  attributes: OtelAttributes;
}

/** The part of `Tracer` that is used. */
export interface OtelTracer {
  /** Starts a span. Default context: the active one. */
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

/** The advice for an instrument. */
export interface OtelAdvice {
  /** The boundaries of the buckets. */
  explicitBucketBoundaries?: number[];
}

/** The options of a new instrument. */
export interface OtelInstrumentOptions {
  /** The description. */
  description: string;
  /** The unit, in the Unified Code for Units of Measure. */
  unit: string;
  /** The advice for the instrument. */
  advice?: OtelAdvice;
}

/** The part of `Meter` that is used. */
export interface OtelMeter {
  /** Creates a counter. */
  createCounter(name: string, options: OtelInstrumentOptions): OtelCounter;
  /** Creates a histogram. */
  createHistogram(name: string, options: OtelInstrumentOptions): OtelHistogram;
}

/** The part of `metrics` of `@opentelemetry/api` that is used. */
export interface OtelMetricsApi {
  /** The meter of a library. */
  getMeter(name: string, version: string): OtelMeter;
}

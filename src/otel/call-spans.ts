import type { TraceEvent } from '../transport/trace-event.ts';
import { USER_AGENT } from '../transport/user-agent.ts';
import { attributes, endAttributes, errorType, startAttributes } from './attributes.ts';
import { EmptyContext } from './empty-context.ts';
import type { OtelContext, OtelSpan, OtelTraceApi } from './otel-api.ts';

/** `SpanKind` and `SpanStatusCode` of OpenTelemetry. */
const INTERNAL = 0;
const CLIENT = 2;
const ERROR = 2;

/** The most open calls. Beyond it, the oldest span is ended, because its `done` may never come. */
const OPEN_MAX = 10_000;

interface OpenCall {
  readonly span: OtelSpan;
  /** Absent if the call is not sampled: a child would become the root of another trace. */
  readonly inside: OtelContext | undefined;
  /** The attempts that were made before this span. */
  readonly before: number;
  wait?: OtelSpan;
}

function settle(span: OtelSpan, event: TraceEvent, before: number): void {
  span.setAttributes(endAttributes(event, before));
  const message = errorType(event);
  if (message !== undefined) span.setStatus({ code: ERROR, message });
  span.end(event.at);
}

/** A span for each call, and below it one for each attempt and each wait between them. */
export class CallSpans {
  readonly #api: OtelTraceApi;
  readonly #open = new Map<string, OpenCall>();

  constructor(api: OtelTraceApi) {
    this.#api = api;
  }

  /** Records one step of a call. */
  take(event: TraceEvent): void {
    if (event.type === 'start') {
      this.#start(event);
      return;
    }
    const call = this.#open.get(event.callId);
    if (call === undefined) return;
    if (event.type === 'reply-mismatch') {
      call.span.addEvent(event.type, attributes({ path: event.path }), event.at);
      return;
    }
    const beganAt = event.type === 'attempt' ? event.at - (event.durationMs ?? 0) : event.at;
    call.wait?.end(beganAt);
    delete call.wait;
    if (event.type === 'done') {
      this.#open.delete(event.callId);
      settle(call.span, event, call.before);
      return;
    }
    const child = this.#child(call, event, beganAt);
    if (child === undefined) return;
    if (event.type === 'attempt') settle(child, event, call.before);
    else call.wait = child;
  }

  #start(event: TraceEvent): void {
    this.#end(event.callId, event.at);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= OPEN_MAX) this.#end(oldest, event.at);
    const options = { kind: CLIENT, startTime: event.at, attributes: startAttributes(event) };
    const span = this.#tracer.startSpan(event.operation, options);
    const sampled = span.isRecording();
    const inside = sampled ? this.#api.setSpan(new EmptyContext(), span) : undefined;
    this.#open.set(event.callId, { span, inside, before: event.attempt });
  }

  #end(callId: string, at: number): void {
    const call = this.#open.get(callId);
    call?.wait?.end(at);
    call?.span.end(at);
    this.#open.delete(callId);
  }

  #child({ inside }: OpenCall, event: TraceEvent, startTime: number): OtelSpan | undefined {
    if (inside === undefined) return undefined;
    const name = `${event.operation} ${event.type}`;
    return this.#tracer.startSpan(name, { kind: INTERNAL, startTime, attributes: {} }, inside);
  }

  /** Fetched each time, so that an SDK that is registered later is used too. */
  get #tracer() {
    const [name = '', version = ''] = USER_AGENT.split('/');
    return this.#api.getTracer(name, version);
  }
}

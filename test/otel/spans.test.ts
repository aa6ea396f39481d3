import { metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTelemetry } from '../../src/otel/index.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import {
  brokenConnection,
  no,
  ok,
  type Play,
  page,
  playing,
  reply,
} from '../client/support/answers.ts';
import { clientWith, manualClock } from '../client/support/client-of.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { cdr, operations, received } from '../client/support/operations.ts';
import { ms, startTelemetry } from './support/telemetry.ts';

const telemetry = startTelemetry();

beforeEach(() => {
  telemetry.exporter.reset();
  telemetry.sampler = undefined;
});

const pending = reply(
  202,
  { ok: false, error: { code: 'CDR_PENDING', message: 'm', requestId: 'req_wait' } },
  { 'retry-after': '2' },
);

function traced(...plays: Play[]) {
  const clock = manualClock();
  const options = { trace: openTelemetry({ trace }), clock };
  return { clock, client: clientWith(playing(...plays), options) };
}

const named = (name: string): ReadableSpan => {
  const span = telemetry.spans().find((each) => each.name === name);
  if (span === undefined) throw new Error(`no span ${name}`);
  return span;
};

const isResent = ({ attributes }: ReadableSpan) => 'http.request.resend_count' in attributes;

const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;

describe('the spans of a call', () => {
  it.each(operations)('of $name: one, a client’s, named by the operation', async (operation) => {
    const { client } = traced(operation.success);
    await operation.call(client);
    const spans = telemetry.spans();
    expect(spans.map(({ name }) => name)).toEqual([
      `${operation.operation} attempt`,
      operation.operation,
    ]);
    const span = named(operation.operation);
    expect(span).toMatchObject({
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'consent_evidence.operation': operation.operation,
        'consent_evidence.outcome': 'ok',
        'server.address': 'api.example.com',
        'http.request.method': operation.kind === 'read' ? 'GET' : 'POST',
        'url.template': expect.stringMatching(/^\/v1\//) as string,
      },
    });
    expect(span.attributes).not.toHaveProperty('error.type');
  });

  it('shows each attempt and each wait, in the time of the client’s clock', async () => {
    const { client, clock } = traced(page(503), pending, ok(received));
    const beganAt = clock.at;
    await client.shares.receive('tok_planted', { label: 'lead 7' });
    const call = named('shares.receive');
    expect(call.attributes).toEqual({
      'consent_evidence.operation': 'shares.receive',
      'consent_evidence.call_id': expect.stringMatching(/^call_/) as string,
      'consent_evidence.label': 'lead 7',
      'consent_evidence.outcome': 'ok',
      'consent_evidence.request_id': 'req_ok',
      'http.request.method': 'POST',
      'http.request.resend_count': 2,
      'http.response.status_code': 200,
      'server.address': 'api.example.com',
      'url.template': '/v1/shares/:token',
    });
    const children = telemetry.spans().filter((span) => parentOf(span) !== undefined);
    expect(new Set(children.map(parentOf))).toEqual(new Set([call.spanContext().spanId]));
    const [backOffMs = 0] = clock.sleeps;
    const story = children
      .map((span) => [span.name, ms(span.startTime) - beganAt, ms(span.duration)])
      .sort((a, b) => Number(a[1]) - Number(b[1]));
    expect(story).toEqual([
      ['shares.receive attempt', 0, 0],
      ['shares.receive retry', 0, backOffMs],
      ['shares.receive attempt', backOffMs, 0],
      ['shares.receive wait', backOffMs, 2000],
      ['shares.receive attempt', backOffMs + 2000, 0],
    ]);
    expect(ms(call.duration)).toBe(backOffMs + 2000);
    expect(children.map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({ 'error.type': '_OTHER', 'http.response.status_code': 503 }),
    );
    const waiting = children.find(
      ({ attributes }) => attributes['consent_evidence.code'] === 'CDR_PENDING',
    );
    expect(waiting?.attributes).not.toHaveProperty('error.type'); // it is not a failure
  });

  it('shows a refusal, an unknown outcome and what else failed by its type', async () => {
    const cases = [
      [no(422, 'CDR_ACCEPTANCE_FAILED'), 'refused', 'CDR_ACCEPTANCE_FAILED'],
      [brokenConnection, 'unknown', 'ConnectionError'],
      [page(200), 'unknown', 'UnexpectedReplyError'],
    ] as const;
    for (const [play, outcome, type] of cases) {
      telemetry.exporter.reset();
      const { client } = traced(play);
      const error = await failureOf(client.shares.receive('tok_1', { maxRetries: 0 }));
      expect(named('shares.receive')).toMatchObject({
        status: { code: SpanStatusCode.ERROR, message: type },
        attributes: {
          'consent_evidence.outcome': outcome,
          'consent_evidence.call_id': (error as { callId: string }).callId,
          'error.type': type,
        },
      });
    }
  });

  it('is a child of the span that is active where the call is made', async () => {
    const { client } = traced(ok({ domains: [] }));
    await trace.getTracer('app').startActiveSpan('our job', async (span) => {
      await client.domains.list();
      span.end();
    });
    expect(parentOf(named('domains.list'))).toBe(named('our job').spanContext().spanId);
  });

  it('are not made, and no child becomes a root, where the sampler says no', async () => {
    telemetry.sampler = new AlwaysOffSampler();
    const { client } = traced(pending, ok(received));
    await client.shares.receive('tok_1');
    expect(telemetry.spans()).toEqual([]);
  });

  it('report a reply that is not as documented', async () => {
    const { client } = traced(ok({ cdr: { ...cdr, createdAt: 'yesterday' } }));
    await client.cdrs.get('cdr_1');
    expect(named('cdrs.get').events).toMatchObject([
      { name: 'reply-mismatch', attributes: { path: 'cdr.createdAt' } },
    ]);
  });

  it('of a download are two, that of the image without a path', async () => {
    const downloadUrl = 'https://store.example:8443/img?sig=planted';
    const record = ok({ cdr: { ...cdr, collected: true, size: 3, downloadUrl } });
    const { client } = traced(record, () => new Response('abc'));
    await client.cdrs.download('cdr_1');
    const calls = telemetry.spans().filter(({ name }) => name === 'cdrs.download');
    expect(calls.map(({ attributes }) => attributes['server.address'])).toEqual([
      'api.example.com',
      'store.example',
    ]);
    expect(calls[1]?.attributes).toMatchObject({ 'server.port': 8443 });
    expect(calls[1]?.attributes).not.toHaveProperty('url.template');
    expect(telemetry.spans().filter(isResent)).toEqual([]);
  });

  it('of an image that was sent again say so, and those of its record do not', async () => {
    const downloadUrl = 'https://store.example/img?sig=planted';
    const record = ok({ cdr: { ...cdr, collected: true, size: 3, downloadUrl } });
    const { client } = traced(record, page(503), () => new Response('abc'));
    await client.cdrs.download('cdr_1');
    expect(telemetry.spans().filter(isResent)).toMatchObject([
      { name: 'cdrs.download attempt', attributes: { 'http.request.resend_count': 1 } },
      {
        name: 'cdrs.download',
        attributes: { 'http.request.resend_count': 1, 'server.address': 'store.example' },
      },
    ]);
  });

  it('ends the oldest where a trace has lost the ends of ten thousand calls', () => {
    const listen = openTelemetry({ trace });
    const event = (type: TraceEvent['type'], n: number): TraceEvent => ({
      ...{ type, callId: `call_${n}`, operation: 'cdrs.get', attempt: 0, at: n },
    });
    for (let n = 0; n <= 10_000; n += 1) listen(event('start', n));
    expect(telemetry.spans()).toHaveLength(1);
    listen(event('done', 0)); // it has already ended
    expect(telemetry.spans()).toHaveLength(1);
    listen(event('done', 1));
    expect(telemetry.spans()).toHaveLength(2);
  });
});

describe('openTelemetry', () => {
  it.each([
    {},
    { trace: {} },
    { trace: null },
    { trace: 'on' },
    { metrics: trace },
    { metrics: true },
  ])('refuses %j, which is no part of the API', (options) => {
    expect(() => openTelemetry(options as never)).toThrow('@opentelemetry/api');
  });

  it('takes either alone', () => {
    expect(openTelemetry({ trace })).toBeTypeOf('function');
    expect(openTelemetry({ metrics })).toBeTypeOf('function');
  });
});

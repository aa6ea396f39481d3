import { metrics } from '@opentelemetry/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { KIND_MEANINGS } from '../../src/errors/kind-meanings.ts';
import { errorType } from '../../src/otel/attributes.ts';
import { openTelemetry } from '../../src/otel/index.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { brokenConnection, no, ok, type Play, playing, reply } from '../client/support/answers.ts';
import { clientWith } from '../client/support/client-of.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { received } from '../client/support/operations.ts';
import { type Point, startTelemetry } from './support/telemetry.ts';

// Created before the SDK is registered, as a module of an application may do.
const trace = openTelemetry({ metrics });
const telemetry = startTelemetry();

const pending = reply(
  202,
  { ok: false, error: { code: 'CDR_PENDING', message: 'm', requestId: 'req_wait' } },
  { 'retry-after': '2' },
);

const clientOf = (...plays: Play[]) =>
  clientWith(playing(...plays), { trace, maxRetries: 0, pendingTimeoutMs: 60_000 });

function of(points: readonly Point[], metric: string, outcome?: string): Point[] {
  return points.filter(
    (each) =>
      each.metric === metric &&
      (outcome === undefined || each.attributes['consent_evidence.outcome'] === outcome),
  );
}

describe('the metrics of calls', () => {
  it('count calls, unknown outcomes and pending waits by operation', async () => {
    await clientOf(ok(received)).shares.receive('tok_1');
    expect(of(await telemetry.points(), 'consent_evidence.unknown_outcomes')).toMatchObject([
      { value: 0, attributes: { 'consent_evidence.operation': 'shares.receive' } },
    ]);
    await clientOf(pending, ok(received)).shares.receive('tok_2');
    await failureOf(clientOf(no(422, 'CDR_ACCEPTANCE_FAILED')).shares.receive('tok_3'));
    await failureOf(clientOf(brokenConnection).shares.receive('tok_4'));

    const points = (await telemetry.points()).filter(
      ({ attributes }) => attributes['consent_evidence.operation'] === 'shares.receive',
    );
    expect(of(points, 'consent_evidence.calls')).toMatchObject([
      { value: 2, attributes: { 'consent_evidence.outcome': 'ok' } },
      { value: 1, attributes: { 'error.type': 'CDR_ACCEPTANCE_FAILED' } },
      { value: 1, attributes: { 'error.type': 'ConnectionError' } },
    ]);
    expect(of(points, 'consent_evidence.unknown_outcomes')).toMatchObject([{ value: 1 }]);
    expect(of(points, 'consent_evidence.call.duration', 'ok')).toMatchObject([
      { value: { count: 2, sum: 2 } }, // in seconds: the second call waited
    ]);
    expect(of(points, 'consent_evidence.pending_wait.duration')).toMatchObject([
      { value: { count: 1, sum: 2 } },
    ]);
    expect(JSON.stringify(points)).not.toMatch(/tok_|req_|call_\w+_\d/);
  });

  it('have no series for a code, an error or an id that is not documented', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 40 }), fc.nat(), async (code, n) => {
        const play = no(400 + (n % 200), `${code}_${n}`, { headers: { 'x-id': code } });
        await failureOf(clientOf(play).cdrs.collect('cdr_1'));
        const odd = { type: 'done', operation: 'cdrs.collect', outcome: 'unknown' } as const;
        trace({ ...odd, callId: code, attempt: 1, at: n, errorName: code, requestId: code });
      }),
      { numRuns: 500 },
    );
    const points = (await telemetry.points()).filter(
      ({ attributes }) => attributes['consent_evidence.operation'] === 'cdrs.collect',
    );
    const types = new Set(points.map(({ attributes }) => attributes['error.type']));
    expect([...types].sort()).toEqual(['ApiError', '_OTHER', undefined]);
    for (const { attributes } of points) {
      expect(['ok', 'not_sent', 'refused', 'unknown', 'done', undefined]).toContain(
        attributes['consent_evidence.outcome'],
      );
    }
    expect(points.length).toBeLessThanOrEqual(10);
  });

  it('name the errors that a call can end with', () => {
    const names = Object.keys(KIND_MEANINGS).filter(
      (name) => !/^Webhook|Ledger|Calibr|ClockSkew/.test(name),
    );
    for (const errorName of names) {
      const event = { type: 'done', outcome: 'unknown', errorName } as TraceEvent;
      expect(errorType(event)).toBe(errorName);
    }
    for (const code of Object.keys(ERROR_STATUS)) {
      expect(errorType({ type: 'done', outcome: 'refused', code } as TraceEvent)).toBe(code);
    }
  });

  it('have as many series as there are operations and ends, however many calls', async () => {
    const event = (n: number): TraceEvent => ({
      ...{ type: 'done', callId: `call_${n}`, operation: 'cdrs.get', attempt: 1, at: n },
      ...{ label: `lead ${n}`, requestId: `req_${n}`, outcome: 'ok', durationMs: n },
    });
    for (let n = 0; n < 100; n += 1) trace(event(n));
    const calls = of(await telemetry.points(), 'consent_evidence.calls').filter(
      ({ attributes }) => attributes['consent_evidence.operation'] === 'cdrs.get',
    );
    expect(calls).toMatchObject([{ value: 100 }]);
  });
});

import { describe, expect, it } from 'vitest';
import { ConsentEvidence } from '../../src/client/client.ts';
import { callIds } from '../../src/transport/progress.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { brokenConnection, no, page, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { operations } from './support/operations.ts';

/** Makes a client, and collects its trace events. */
function traced(...plays: Parameters<typeof playing>) {
  const events: TraceEvent[] = [];
  const client = clientWith(playing(...plays), { trace: (event) => events.push(event) });
  return { client, events };
}

describe('the trace of a call', () => {
  it.each(operations)('of $name begins with `start` and ends with `done`', async (operation) => {
    const { client, events } = traced(operation.success);
    await operation.call(client, { label: 'lead 7' });
    expect(events[0]).toMatchObject({
      type: 'start',
      attempt: 0,
      method: operation.kind === 'read' ? 'GET' : 'POST',
      server: 'api.example.com',
      urlTemplate: expect.stringMatching(/^\/v1\//) as string,
    });
    expect(events.at(-1)).toMatchObject({ type: 'done', outcome: 'ok' });
    for (const event of events) {
      expect(event).toMatchObject({ callId: events[0]?.callId, label: 'lead 7' });
    }
  });

  it.each(operations)('of $name that fails says how, under the id of its error', async (each) => {
    for (const play of [no(404, 'NOT_FOUND'), page(200), brokenConnection]) {
      const { client, events } = traced(play);
      const error = await failureOf(each.call(client, { maxRetries: 0 }));
      const { callId, outcome, name } = error as { callId: string; outcome: string; name: string };
      expect(callId).toMatch(/^call_/);
      expect(events.at(-1)).toMatchObject({ type: 'done', callId, outcome, errorName: name });
      expect(new Set(events.map((event) => event.callId))).toEqual(new Set([callId]));
    }
  });

  it('shows the path by its parameters, never a token', async () => {
    const { client, events } = traced(no(404, 'NOT_FOUND'));
    await failureOf(client.shares.receive('tok_planted'));
    await failureOf(client.request({ method: 'POST', path: '/v1/package-shares/tok_planted' }));
    const templates = events.filter(({ type }) => type === 'start').map((each) => each.urlTemplate);
    expect(templates).toEqual(['/v1/shares/:token', '/v1/package-shares/:token']);
    expect(JSON.stringify(events)).not.toContain('planted');
  });

  it('has another id for each call', async () => {
    const { client, events } = traced(no(404, 'NOT_FOUND'));
    await failureOf(client.cdrs.get('cdr_1'));
    await failureOf(client.cdrs.get('cdr_1'));
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(2);
  });

  it('has a part of the client in its ids, from the random numbers that it is given', () => {
    expect(callIds(() => 0)()).toMatch(/^call_000000_\d+$/);
    expect(callIds(() => 0.999_999_999)()).toMatch(/^call_zzzzz\w_\d+$/);
  });

  it('ends with `done` where a key function gives no key', async () => {
    const events: TraceEvent[] = [];
    const trace = (event: TraceEvent) => events.push(event);
    const client = new ConsentEvidence({
      apiKey: () => 'none',
      baseUrl: 'https://a.example',
      trace,
    });
    await failureOf(client.domains.list());
    expect(events.map(({ type }) => type)).toEqual(['start', 'done']);
    expect(events[1]).toMatchObject({ outcome: 'not_sent', errorName: 'InvalidInputError' });
  });
});

describe('a label', () => {
  it.each(['x'.repeat(201), 7 as unknown as string])(
    'that is no short text is refused',
    async (label) => {
      const { client } = traced(no(404, 'NOT_FOUND'));
      const error = await failureOf(client.cdrs.get('cdr_1', { label }));
      expect(error).toMatchObject({ name: 'InvalidInputError', issues: [{ path: 'label' }] });
    },
  );
});

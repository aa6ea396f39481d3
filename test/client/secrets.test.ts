import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { Redactor } from '../../src/transport/redact.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import { failing, no, ok, type Play, page, playing, reply } from './support/answers.ts';
import { API_KEY, clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { cdr } from './support/operations.ts';

const TOKEN = 'tok planted/é'.replace('/', '-');
const PHONE = '212-555-0147';
const SIGNED = 'https://store.example/img?sig=planted_signature';
const SECRETS = [
  API_KEY,
  'sk_planted_secret',
  TOKEN,
  encodeURIComponent(TOKEN),
  PHONE,
  'planted_signature',
];

function texts(value: unknown): string {
  const error = value as Error;
  return [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 20 }),
    error.stack,
    inspect(error.cause, { depth: 20 }),
    JSON.stringify(error.cause),
  ].join('\n');
}

function expectClean(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

const echo = `key ${API_KEY} with sk_planted_secret for ${TOKEN} or ${encodeURIComponent(TOKEN)}`;
const throwing =
  (make: () => unknown): Play =>
  () =>
    Promise.reject(make() as Error);

const plays: Record<string, Play> = {
  'a message that echoes': no(404, 'NOT_FOUND', { message: echo }),
  'details that echo': no(400, 'INVALID_ARGUMENT', {
    details: { issues: [{ path: TOKEN, message: echo }] },
  }),
  'a code that echoes': no(400, TOKEN),
  'a request id that echoes': reply(400, {
    ok: false,
    error: { code: 'INVALID_ARGUMENT', message: 'm', requestId: `req ${TOKEN} ${API_KEY}` },
  }),
  'a body that echoes': () => new Response(echo),
  'a redirect that echoes': () =>
    new Response(null, { status: 302, headers: { location: `ftp://x/${TOKEN}` } }),
  'an error page': page(500, { 'x-echo': 'sk_planted_secret' }),
  'an unusable success': reply(200, { ok: true, requestId: 'r', data: [{ downloadUrl: SIGNED }] }),
  'a cause that echoes': throwing(
    () => new Error(echo, { cause: new TypeError(`deeper ${API_KEY}`) }),
  ),
  'a cause with own texts': throwing(() =>
    Object.assign(new Error('x'), { url: `https://h/v1/shares/${encodeURIComponent(TOKEN)}` }),
  ),
  'a cause that holds the request': throwing(() =>
    Object.assign(new Error('x'), {
      request: new Request('https://h/', { headers: { 'x-api-key': API_KEY } }),
    }),
  ),
  'a cause that is a string': throwing(() => echo),
  'a cause that is an object': throwing(() => ({ config: { headers: { 'X-Api-Key': API_KEY } } })),
  'an aggregate': throwing(() => new AggregateError([new Error(echo)], 'all failed')),
};

describe('no key, token, body or signed URL is ever shown', () => {
  it.each(Object.entries(plays))('%s', async (_, play) => {
    const events: TraceEvent[] = [];
    const trace = (event: TraceEvent) => events.push(event);
    const client = clientWith(playing(play), { trace, maxRetries: 1 });
    const acceptance = { schemaVersion: 1, leadMatch: { phone: PHONE } } as const;
    for (const call of [
      () => client.shares.receive(TOKEN, { acceptance }),
      () => client.shares.dashboardUrl(TOKEN),
      () =>
        client.request({ method: 'POST', path: `/v1/package-shares/${encodeURIComponent(TOKEN)}` }),
    ]) {
      expectClean(texts(await failureOf(call())));
    }
    expect(events.length).toBeGreaterThan(0);
    expectClean(JSON.stringify(events));
  });

  it('the phone number of a lead, which the service may echo', async () => {
    const echoing = no(400, 'INVALID_ARGUMENT', {
      message: `leadMatch.phone: ${PHONE} is none`,
      details: { issues: [{ path: 'leadMatch.phone', received: PHONE }] },
    });
    const acceptance = { schemaVersion: 1, leadMatch: { phone: PHONE } } as const;
    const receiving = clientWith(playing(echoing)).shares.receive('tok_1', { acceptance });
    const error = await failureOf(receiving);
    expectClean(texts(error));
    expect(String(error)).toContain('leadMatch.phone: [redacted] is none');
  });

  it('the phone number that lists are filtered by, which a gateway may echo with the URL', async () => {
    const echoing: Play = ({ url }) => new Response(`cannot GET ${url}`, { status: 400 });
    const refusing: Play = (request) =>
      no(400, 'INVALID_ARGUMENT', { message: `no ${PHONE} in ${request.url}` })(request);
    const metadata = { key: 'lead_phone', value: PHONE };
    for (const play of [echoing, refusing]) {
      const events: TraceEvent[] = [];
      const client = clientWith(playing(play), { trace: (event) => events.push(event) });
      for (const call of [
        () => client.cdrs.findByPhone(PHONE, { domains: ['a.example'] }).next(),
        () => client.cdrs.list('a.example', { metadata }).page(),
        () => client.cdrs.list('a.example', { metadata }).toArray({ limit: 1 }),
      ]) {
        const error = await failureOf(call());
        const { bodyText = '' } = error as { bodyText?: string };
        const shown = `${texts(error)}${bodyText}${JSON.stringify(events)}`;
        expect(shown).toContain('[redacted]');
        expect(shown.replace(/\D/g, '')).not.toContain(PHONE.replace(/\D/g, ''));
      }
    }
  });

  it.each(Object.keys(ERROR_STATUS))('but the code %s, whatever the token', async (code) => {
    for (const token of [code, ...code.split('_'), code.toLowerCase()]) {
      const events: TraceEvent[] = [];
      const client = clientWith(playing(no(400, code, { message: `not ${token}` })), {
        trace: (event) => events.push(event),
        pendingTimeoutMs: 0,
      });
      const error = await failureOf(client.shares.receive(token));
      expect(error).toMatchObject({ code });
      expect(events.at(-1)).toMatchObject({ type: 'done', code });
    }
  });

  it('a download whose store echoes its URL', async () => {
    const record = ok({ cdr: { ...cdr, collected: true, downloadUrl: SIGNED } });
    const events: TraceEvent[] = [];
    for (const play of [
      () => new Response(`AccessDenied ${SIGNED}`, { status: 400 }),
      throwing(() => new Error(SIGNED)),
    ]) {
      const client = clientWith(playing(record, play), {
        trace: (event) => events.push(event),
        maxRetries: 0,
      });
      const error = await failureOf(client.cdrs.download('cdr_1'));
      expectClean(texts(error));
      expectClean(String((error as { bodyText?: string }).bodyText));
    }
    expectClean(JSON.stringify(events));
  });

  it('the client itself', () => {
    const client = clientWith(playing(ok({})));
    expectClean(inspect(client, { depth: 20, showHidden: true }) + JSON.stringify(client));
  });

  it('headers, bodyText and data are readable by name only', async () => {
    const error = await failureOf(clientWith(playing(page(200))).domains.list());
    expect((error as { bodyText: string }).bodyText).toContain('gateway');
    expect(Object.keys(error as object)).toEqual([
      'operation',
      'outcome',
      'attempts',
      'elapsedMs',
      'callId',
      'status',
    ]);
  });

  it('what is hidden can be written to, as the fields of every error', async () => {
    const error = (await failureOf(clientWith(playing(page(500))).domains.list())) as Error;
    error.name = 'Renamed';
    expect(String(error)).toMatch(/^Renamed: /);
  });

  it('bodyText is capped', async () => {
    const long = () => new Response('x'.repeat(5000));
    const error = await failureOf(clientWith(playing(long)).domains.list());
    expect((error as { bodyText: string }).bodyText).toHaveLength(2000);
  });
});

describe('a cause', () => {
  it('keeps its name, code and system call where it has to be masked', () => {
    const cause = Object.assign(new TypeError(`no ${API_KEY}`), {
      code: 'EPIPE',
      syscall: 'write',
      cause: new Error('deep'),
    });
    const copy = new Redactor([API_KEY]).cause(cause) as Error & { cause: Error };
    expect(copy).not.toBe(cause);
    expect(copy).toMatchObject({
      name: 'TypeError',
      message: 'no [redacted]',
      code: 'EPIPE',
      syscall: 'write',
    });
    expect(copy.cause.message).toBe('deep');
  });

  it('that goes in circles is copied to an end', () => {
    const redactor = new Redactor(['planted']);
    const circle = new Error('circle');
    circle.cause = circle;
    expect(redactor.cause(circle)).not.toBe(circle);
    expect(redactor.cause(undefined)).toBeUndefined();
    expect(redactor.cause(7)).toBe(7);
  });

  it('of parsed JSON is itself where clean, a copy where not', () => {
    const redactor = new Redactor(['planted']);
    const clean = { issues: [{ path: ['a', 0] }] };
    expect(redactor.json(clean)).toBe(clean);
    expect(redactor.json({ planted: [{ x: 'a planted b', n: 1, z: null }] })).toEqual({
      '[redacted]': [{ x: 'a [redacted] b', n: 1, z: null }],
    });
    expect(redactor.json(undefined)).toBeUndefined();
  });

  it('nested beyond all sense is cut, so that a log of the error can be written', async () => {
    const deep = (levels: number): unknown =>
      JSON.parse(`${'['.repeat(levels)}"x"${']'.repeat(levels)}`);
    const details = { issues: [{ path: 'a', more: deep(20_000) }] };
    const error = await failureOf(
      clientWith(playing(no(400, 'INVALID_ARGUMENT', { details }))).cdrs.get('c'),
    );
    expect(JSON.stringify(error)).toContain('"path":"a"');
    const shallow = deep(90);
    expect(new Redactor(['planted']).json(shallow)).toBe(shallow);
  });

  it('masks the longest secret first, and no text too short to be one', () => {
    const redactor = new Redactor(['abcd', 'abcdef', 'no']);
    expect(redactor.text('abcdef abcd no')).toBe('[redacted] [redacted] no');
  });
});

describe('a failing connection', () => {
  it('is told by its code, never by its text', async () => {
    const error = await failureOf(
      clientWith(playing(failing('UND_ERR_SOCKET')), { maxRetries: 0 }).cdrs.collect('cdr_1'),
    );
    expect((error as Error).message).toBe(
      'cdrs.collect: the connection to https://api.example.com failed before the response was complete: UND_ERR_SOCKET (the call may have taken effect; repeating it never charges twice)',
    );
  });

  it('names the origin that was asked, never a path', async () => {
    const prefixed = clientWith(playing(failing('ECONNREFUSED')), {
      maxRetries: 0,
      baseUrl: 'https://gateway.example:8443/tenant-7/',
    });
    const received = await failureOf(prefixed.shares.receive(TOKEN));
    expect((received as Error).message).toBe(
      'shares.receive: could not connect to https://gateway.example:8443: ECONNREFUSED',
    );
    const record = ok({ cdr: { ...cdr, collected: true, downloadUrl: SIGNED } });
    const store = clientWith(playing(record, failing('ECONNREFUSED')), { maxRetries: 0 });
    expect(((await failureOf(store.cdrs.download('cdr_1'))) as Error).message).toBe(
      'cdrs.download: could not connect to https://store.example: ECONNREFUSED',
    );
  });
});

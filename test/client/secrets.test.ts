import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { type ApiError, isApiError } from '../../src/errors/api-error.ts';
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

const PERSON = ['jane.roe@example.org', 'Jane Roe', '415 555 0199', '8 Elm Street'];
const SIGNATURES = ['planted_sig_1', 'planted_sig_2', 'planted_sig_3', 'planted_sig_4'];
const [plain, google, amazon, escapedUrl] = [
  `https://store.example/i?id=1&signature=${SIGNATURES[0]}`,
  `https://store.example/i?X-Goog-Signature=${SIGNATURES[1]}&x=1`,
  `https://store.example/i?a=1&X-Amz-Signature=${SIGNATURES[2]}`,
  encodeURIComponent(`https://store.example/i?sig=${SIGNATURES[3]}`),
];

describe('the data of a person, and signed URLs, in a reply', () => {
  const planted = fc.record({
    email: fc.constant(PERSON[0]),
    nested: fc.array(fc.constantFrom(...PERSON, ...SECRETS), { maxLength: 3 }),
    urls: fc.constant([plain, google, amazon, escapedUrl]),
    odd: fc.anything({ maxDepth: 2 }).map((value) => JSON.stringify(value) ?? null),
  });
  const answers = fc.tuple(
    fc.constantFrom(
      ...Object.entries(ERROR_STATUS),
      ['NEW_CODE', 418] as const,
      ['UNAVAILABLE', 503] as const,
    ),
    planted,
    fc.constantFrom('refused', 'unusable', 'gateway', 'text'),
  );

  it('is readable by name, and in no print of an error', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async ([[code, status], more, kind]) => {
        const headers = { 'x-person': `${PERSON[0]} ${plain}` };
        const failures = [{ ruleId: 'r', status: 'failed', code: 'X', more }];
        const details = { ...more, issues: [more], failures, outcome: PERSON[1] };
        const play = {
          refused: no(status, code, { details, headers }),
          unusable: reply(200, { ok: true, requestId: 'r', data: [more] }, headers),
          gateway: reply(502, more, headers),
          text: () => new Response(`<p>${PERSON.join(' ')} ${plain} ${google}</p>`, { headers }),
        }[kind as 'refused'];
        const client = clientWith(playing(play), { maxRetries: 0, pendingTimeoutMs: 0 });
        const error = (await failureOf(client.shares.receive('tok_1'))) as object;
        for (const each of [error, [error], { error }, new Error('ours', { cause: error })]) {
          const prints = [texts(each), inspect(structuredClone(each)), format('%o %j', 1, each)];
          for (const text of [...PERSON, ...SIGNATURES]) {
            expect(prints.join('\n')).not.toContain(text);
          }
        }
        const by = (name: string): unknown => Reflect.get(error, name);
        const hidden = JSON.stringify([by('details'), by('bodyText'), by('data')]);
        expect(hidden).toContain(PERSON[0]);
        const shown = (by('headers') as Headers).get('x-person') ?? '';
        expect(shown).toContain(PERSON[0]);
        for (const text of SIGNATURES) expect(hidden + shown).not.toContain(text);
      }),
      { numRuns: 60 },
    );
  });

  it('is in no print of any class of error, whatever else the class has', async () => {
    const details = { email: PERSON[0], issues: [{ path: PERSON[1] }] };
    const error = await failureOf(
      clientWith(playing(no(400, 'INVALID_ARGUMENT', { details }))).cdrs.get('cdr_1'),
    );
    expect(Object.keys(error as object)).not.toContain('details');
    expect((error as ApiError).details).toEqual(details);
    if (!isApiError(error, 'INVALID_ARGUMENT')) throw error;
    expect(error.details?.issues).toEqual(details.issues);
  });

  it('in the service’s message stays, with its secrets masked', async () => {
    const message = `no record of ${PERSON[0]}, see ${plain} with ${API_KEY}`;
    const error = await failureOf(
      clientWith(playing(no(404, 'NOT_FOUND', { message }))).cdrs.get('cdr_1'),
    );
    const shown = texts(error);
    expect(shown).toContain(`no record of ${PERSON[0]}`);
    expect(shown).toContain('https://store.example/i?id=1&signature=[redacted]');
    expect(shown).not.toContain(SIGNATURES[0]);
    expectClean(shown);
  });

  it('loses only the signatures, however deep it is', () => {
    const deep = { a: { b: { c: { d: { e: { f: { g: { h: { url: plain, n: 1 } } } } } } } } };
    const text = JSON.stringify(new Redactor([]).json(deep));
    expect(text).toBe(JSON.stringify(deep).replace(SIGNATURES[0] ?? '', '[redacted]'));
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
    expect(JSON.stringify((error as ApiError).details)).toContain('"path":"a"');
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

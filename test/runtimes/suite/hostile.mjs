import { ConsentEvidence } from 'consent-evidence';
import { equal, failureOf, has, ok } from './expect.mjs';

const KEY = 'key.verysecret';

/** Tests against a server that misbehaves, in a different way below each path. */
export const hostile = {
  name: 'bad servers',
  cases({ hostileUrl: url, closedUrl, provesNotSent }) {
    if (url === undefined) return undefined;
    const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
    const at = (way, options) =>
      new ConsentEvidence({
        apiKey: KEY,
        baseUrl: `${url}/${way}`,
        clock,
        maxRetries: 0,
        ...options,
      });
    return [
      [
        'one that never answers: the attempt times out',
        async () => {
          const error = await failureOf(at('stall').cdrs.collect('cdr_1', { timeoutMs: 50 }));
          has(error, { name: 'TimeoutError', limit: 'timeoutMs', outcome: 'unknown' });
        },
      ],
      [
        'one that stops within the body: the attempt times out',
        async () => {
          const error = await failureOf(at('drip').cdrs.collect('cdr_1', { timeoutMs: 80 }));
          has(error, { name: 'TimeoutError', limit: 'timeoutMs', outcome: 'unknown' });
        },
      ],
      [
        'an attempt under way can be aborted',
        async () => {
          const controller = new AbortController();
          const reason = new Error('changed my mind');
          const calling = at('stall').domains.list({ signal: controller.signal });
          setTimeout(() => controller.abort(reason), 20);
          const error = await failureOf(calling);
          has(error, { name: 'AbortError', cause: reason });
        },
      ],
      [
        'a body under way can be aborted',
        async () => {
          const error = await failureOf(
            at('drip').domains.list({ signal: AbortSignal.timeout(50) }),
          );
          has(error, { name: 'AbortError' });
          equal(error.cause?.name, 'TimeoutError', 'the reason');
        },
      ],
      [
        'a body that breaks off counts as no answer',
        async () => {
          const error = await failureOf(at('break').cdrs.collect('cdr_1'));
          has(error, { name: 'ConnectionError', outcome: 'unknown' });
        },
      ],
      [
        'a dropped connection is tried again where that is safe',
        async () => {
          const error = await failureOf(at('drop').domains.list({ maxRetries: 2 }));
          has(error, { name: 'ConnectionError', outcome: 'unknown', attempts: 3 });
        },
      ],
      [
        'a dropped share is sent once, by the runtime too',
        async () => {
          const id = crypto.randomUUID();
          const error = await failureOf(at('drop', { maxRetries: 2 }).cdrs.share(id));
          has(error, { name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
          const { seen } = await (await fetch(`${url}/seen/${id}`)).json();
          equal(seen, 1, 'requests that the server saw');
        },
      ],
      [
        "a gateway's page",
        async () => {
          const error = await failureOf(at('gateway').shares.receive('token'));
          has(error, { name: 'UnexpectedReplyError', status: 502, outcome: 'unknown' });
          ok(error.bodyText.includes('<h1>Bad Gateway'), 'bodyText');
        },
      ],
      [
        'a redirect is not followed, and the key stays',
        async () => {
          const id = crypto.randomUUID();
          const error = await failureOf(at('redirect').cdrs.get(id));
          has(error, { name: 'UnexpectedReplyError' });
          const { seen } = await (await fetch(`${url}/seen/${id}`)).json();
          equal(seen, 1, 'requests that the server saw');
        },
      ],
      ['a compressed answer', async () => equal(await at('gzip').domains.list(), ['example.com'])],
      [
        'the headers of an empty POST',
        async () => {
          const headers = await at('echo').request({ method: 'POST', path: '/v1/empty' });
          equal(headers['x-api-key'], [KEY]);
          equal(headers['content-type'], undefined, 'content-type');
          equal(headers.cookie, undefined, 'cookie');
          equal(headers['content-length'] ?? ['0'], ['0'], 'content-length');
          equal(headers['user-agent']?.length, 1, 'user-agent');
          ok(headers['user-agent'][0].startsWith('consent-evidence/'), headers['user-agent'][0]);
        },
      ],
      [
        'the headers of a POST with a body',
        async () => {
          const headers = await at('echo').request({
            method: 'POST',
            path: '/v1/x',
            body: { a: 'ä' },
          });
          equal(headers['content-type'], ['application/json']);
          equal(headers['content-length'], ['10']);
          equal(headers.accept, ['application/json']);
        },
      ],
      [
        provesNotSent ? 'a closed port proves that nothing was sent' : 'a closed port',
        async () => {
          const client = new ConsentEvidence({ apiKey: KEY, baseUrl: closedUrl, clock });
          const error = await failureOf(client.cdrs.share('cdr_1'));
          has(error, { name: 'ConnectionError' });
          const proved = { outcome: 'not_sent', attempts: 3 };
          has(error, provesNotSent ? proved : { outcome: 'unknown', attempts: 1 });
        },
      ],
      [
        'no error shows the key',
        async () => {
          for (const way of ['gateway', 'redirect', 'drop', 'break']) {
            const error = await failureOf(at(way).cdrs.get('cdr_1'));
            const shown = [String(error), error.stack, JSON.stringify(error), String(error.cause)];
            ok(!shown.join('\n').includes('verysecret'), way);
          }
        },
      ],
    ];
  },
};

import { ConsentEvidence } from 'consent-evidence';
import { createMockService } from 'consent-evidence/mock';
import { equal, failureOf, has } from './expect.mjs';

const never = () => new Promise(() => {});

/** Tests limits that do not need a socket. */
export const limits = {
  name: 'limits',
  cases({ knowsCache }) {
    const options = { apiKey: 'key.secret', baseUrl: 'https://api.example.com' };
    return [
      [
        'the timeout cuts off a fetch that does not listen to its signal',
        async () => {
          const client = new ConsentEvidence({ ...options, fetch: never, maxRetries: 0 });
          const error = await failureOf(client.domains.list({ timeoutMs: 20 }));
          has(error, { name: 'TimeoutError', limit: 'timeoutMs', attempts: 1 });
        },
      ],
      [
        'the deadline is over everything',
        async () => {
          const client = new ConsentEvidence({ ...options, fetch: never });
          const error = await failureOf(client.domains.list({ timeoutMs: 60, deadlineMs: 20 }));
          has(error, { name: 'TimeoutError', limit: 'deadlineMs', attempts: 1 });
        },
      ],
      [
        'an aborted signal sends nothing',
        async () => {
          let calls = 0;
          const fetch = () => {
            calls += 1;
            return never();
          };
          const signal = AbortSignal.abort(new Error('no'));
          const error = await failureOf(
            new ConsentEvidence({ ...options, fetch }).cdrs.collect('cdr_1', { signal }),
          );
          has(error, { name: 'AbortError', outcome: 'not_sent', attempts: 0 });
          equal(calls, 0);
        },
      ],
      [
        'a wait can be aborted',
        async () => {
          const mock = createMockService();
          const party = mock.addOrganization({ name: 'Acme' });
          mock.addFault({ operation: 'domains.list', status: 503, retryAfterSeconds: 60 });
          const { apiKey, baseUrl, fetch } = mock.clientOptions(party);
          const client = new ConsentEvidence({ apiKey, baseUrl, fetch });
          const error = await failureOf(client.domains.list({ signal: AbortSignal.timeout(40) }));
          has(error, { name: 'AbortError', attempts: 1 });
        },
      ],
      [
        'no cache is to keep an answer, where the runtime can be told',
        async () => {
          const inits = [];
          const fetch = async (_url, init) => {
            inits.push(init.cache);
            return Response.json({ ok: true, data: { domains: [] }, requestId: 'r' });
          };
          await new ConsentEvidence({ ...options, fetch }).domains.list();
          equal(inits, [knowsCache ? 'no-store' : undefined]);
        },
      ],
      [
        'fetch is called as a plain function',
        async () => {
          let receiver = 'none';
          const fetch = function () {
            receiver = typeof this;
            return Promise.resolve(
              Response.json({ ok: true, data: { domains: [] }, requestId: 'r' }),
            );
          };
          equal(await new ConsentEvidence({ ...options, fetch }).domains.list(), []);
          equal(receiver, 'undefined');
        },
      ],
    ];
  },
};

import * as undici8 from 'undici';
import * as undici7 from 'undici-7';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type UndiciDispatcher, undiciFetch } from '../../src/undici/index.ts';
import { clientOf } from '../client/support/client-of.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { received } from '../client/support/operations.ts';

const URL = 'https://api.example.com';
const acceptance = { schemaVersion: 1, record: { maxAgeSeconds: 60 } } as const;
const BODY = JSON.stringify({ acceptance });
const answer = { ok: true, data: received, requestId: 'req_1' };
const json = { headers: { 'content-type': 'application/json' } };

const over = (dispatcher: UndiciDispatcher) =>
  clientOf(URL, { fetch: undiciFetch({ dispatcher }), maxRetries: 0 });

const versions = [
  ['7', undici7],
  ['8', undici8],
] as const;

describe.each(versions)('a MockAgent of undici %s', (version, undici) => {
  const { MockAgent } = undici as typeof undici8;

  function mocked(body: string | RegExp | ((text: string) => boolean)) {
    const agent = new MockAgent();
    agent.disableNetConnect();
    onTestFinished(() => agent.close());
    const pool = agent.get(URL);
    pool
      .intercept({ method: 'POST', path: '/v1/shares/tok_1', body })
      .reply(200, answer as never, json);
    return { agent, pool };
  }

  it.each([
    ['the text', BODY],
    ['a pattern', /"maxAgeSeconds":60/],
    ['a function', (text: string) => text.startsWith('{"acceptance":') && text === BODY],
  ])('matches the body of a call by %s', async (_name, body) => {
    const { agent } = mocked(body);
    const client = over(agent);
    const receipt = await client.shares.receive('tok_1', { acceptance });
    expect(receipt).toMatchObject({ cdrId: received.cdrId });
    agent.assertNoPendingInterceptors();
  });

  it('refuses another body', async () => {
    const { agent } = mocked('{"acceptance":{}}');
    const client = over(agent);
    const error = await failureOf(client.shares.receive('tok_1', { acceptance }));
    expect(error).toMatchObject({ name: 'ConnectionError' });
    expect(agent.pendingInterceptors()).toHaveLength(1);
  });

  // A pool of undici 7 does not report to handlers of its own newer form.
  it.runIf(version === '8')('matches through its pool as well', async () => {
    const { agent, pool } = mocked(BODY);
    await over(pool).shares.receive('tok_1', { acceptance });
    agent.assertNoPendingInterceptors();
  });

  it('matches a call without a body', async () => {
    const { agent, pool } = mocked('');
    const data = { cdrId: 'cdr_1', alreadyCollected: false };
    pool
      .intercept({ method: 'POST', path: '/v1/cdrs/cdr_1/collect', body: '' })
      .reply(200, { ok: true, data, requestId: 'r' } as never, json);
    const client = over(agent);
    expect(await client.cdrs.collect('cdr_1')).toMatchObject(data);
  });
});

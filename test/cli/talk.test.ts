import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { attemptLine, requestLine, type Teller } from '../../cli/talk/talk-lines.ts';
import type { JournaledRequest, StoredDelivery } from '../../mock/world/entities.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { CliProcess } from './cli-process.ts';

const teller: Teller = {
  paint: (tone, text) => `<${tone} ${text}>`,
  url: 'http://127.0.0.1:4010',
  nameOf: () => 'Acme\u001b[2J Solar',
};

function request(changes: Partial<JournaledRequest>): JournaledRequest {
  return {
    ...{ requestId: 'req_1', at: 0, operation: 'shares.receive', method: 'POST', chars: 0 },
    ...{ path: '/v1/shares/shr_abcd…', status: 422, code: 'CDR_ACCEPTANCE_FAILED' },
    ...{ organizationId: 'acme', message: null, decision: null, ...changes },
  };
}

describe('a line of the fake', () => {
  it('says what was asked, by whom, how it ended and where to look', () => {
    expect(requestLine(request({}), 12.4, teller)).toBe(
      'POST /v1/shares/shr_abcd… <odd 422 CDR_ACCEPTANCE_FAILED>  Acme\\u001b[2J Solar  <faint 12 ms>  <faint → http://127.0.0.1:4010/_mock/#/requests/req_1>',
    );
    const plain = request({ status: 200, code: null, organizationId: null });
    expect(requestLine(plain, 0.26, teller)).toContain('<good 200>  <faint 0.3 ms>');
    expect(requestLine(request({ status: 0, code: null }), undefined, teller)).toContain(
      '<bad dropped>  Acme',
    );
    expect(requestLine(request({ status: 503 }), 1, teller)).toContain('<bad 503');
    expect(requestLine(request({ path: '/v1/\u001b[2J' }), 1, teller)).not.toContain('\u001b');
  });

  it('says how an attempt to deliver an event went, and what follows', () => {
    const delivery: StoredDelivery = {
      ...{ sequence: 1, webhookId: 'whk_1', organizationId: 'acme', cdrId: 'cdr_1' },
      ...{ state: 'due', tries: 2, roundStartedAt: 0, nextAttemptAt: 1, frozenBody: null },
      attempts: [{ at: 0, status: 500 }],
    };
    const link = '<faint → http://127.0.0.1:4010/_mock/#/deliveries/whk_1>';
    expect(attemptLine(delivery, teller)).toBe(
      `webhook cdr_1 <bad 500>  Acme\\u001b[2J Solar  <faint attempt 2, again later>  ${link}`,
    );
    const refused = [{ at: 0, error: 'refused' }];
    const failed = { ...delivery, state: 'failed' as const, attempts: refused };
    expect(attemptLine(failed, teller)).toContain('<bad refused>');
    expect(attemptLine(failed, teller)).toContain('attempt 2, given up');
    const delivered = {
      ...delivery,
      state: 'delivered' as const,
      attempts: [{ at: 0, status: 204 }],
    };
    expect(attemptLine(delivered, teller)).toContain('<good 204>');
  });
});

describe('consent-evidence mock', () => {
  const KEY = 'producer.local-only';

  /** Makes a request and a delivery attempt, and returns what was printed about them. */
  async function told(flags: readonly string[], env: Record<string, string> = {}) {
    const args = ['mock', '--port', '0', '--webhook', 'http://127.0.0.1:9/hooks', ...flags];
    await using cli = new CliProcess(args, env);
    const line = await cli.firstLine();
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
    const client = new ConsentEvidence({ apiKey: KEY, baseUrl: url });
    const page = { organization: 'producer', preset: 'checkedBox', page: { autoShare: true } };
    const captured = await fetch(`${url}/_mock/api/captures`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(page),
    });
    expect(captured.status).toBe(200);
    await client.domains.list();
    await client.shares.receive('shr_no_such_token_at_all').catch(() => undefined);
    await fetch(`${url}/_mock/api/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    cli.kill('SIGTERM');
    return (await cli.finished()).stdout;
  }

  it('prints a line for each request and delivery, without a secret', async () => {
    const stdout = await told([], { FORCE_COLOR: '0' });
    const link = String.raw`→ http://127\.0\.0\.1:\d+/_mock/#/`;
    const who = String.raw`Producer  \d+(?:\.\d)? ms`;
    expect(stdout).toMatch(
      new RegExp(`^GET /v1/domains 200  ${who}  ${link}requests/req_\\w+$`, 'm'),
    );
    expect(stdout).toMatch(
      new RegExp(
        `^POST /v1/shares/shr_no_s… 404 NOT_FOUND  ${who}  ${link}requests/req_\\w+$`,
        'm',
      ),
    );
    expect(stdout).toMatch(
      new RegExp(
        `^webhook cdr_\\w+ .+  Producer  attempt 1, again later  ${link}deliveries/whk_\\w+$`,
        'm',
      ),
    );
    expect(stdout).not.toContain('shr_no_such_token_at_all');
    expect(stdout).not.toContain('/_mock/api/captures');
    expect(stripVTControlCharacters(stdout)).toBe(stdout);
    const lines = stdout.slice(stdout.lastIndexOf('export '));
    expect(lines.slice(lines.indexOf('\n'))).not.toContain(KEY);
  });

  it('colours them where that is asked for', async () => {
    const stdout = await told([], { FORCE_COLOR: '1' });
    expect(stdout).toContain('\u001b[32m200\u001b[39m');
  });

  it.each([['--quiet'], ['--json']])('prints no progress with %s', async (flag) => {
    const stdout = await told([flag]);
    expect(stdout).not.toContain('GET /v1/domains');
    expect(stdout).not.toContain('webhook cdr_');
  });
});

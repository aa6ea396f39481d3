import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import { toNodeHandler } from '../../src/webhooks/handler/to-node-handler.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { reportIn } from './envelope.ts';
import { runHere } from './run-here.ts';

const SECRET = 'whsec_cli';
const directory = mkdtempSync(join(tmpdir(), 'webhook-cli-'));
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(() => rmSync(directory, { recursive: true }));

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/cdr`;
}

async function goodReceiver() {
  const cdrIds: unknown[] = [];
  const handler = createWebhookHandler({
    secret: SECRET,
    store: memoryStore(),
    onEvent: (event) => cdrIds.push(event['cdrId' as never]),
  });
  return { cdrIds, url: await listen(toNodeHandler(handler)) };
}

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runHere(['webhook', ...args], env);

describe('consent-evidence webhook doctor', () => {
  it('passes a good receiver with exit code 0, whose data then have eight events more', async () => {
    const { url, cdrIds } = await goodReceiver();
    const { code, stdout, stderr } = await run(['doctor', url, '--secret', SECRET]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toMatch(/FAIL|WARN|SKIP/);
    expect(cdrIds).toHaveLength(8);
  });

  it('fails a receiver that checks nothing, in JSON on request', async () => {
    const url = await listen((_request, response) => response.end());
    const args = ['doctor', url, '--json'];
    const { code, stdout } = await run(args, { CONSENT_EVIDENCE_WEBHOOK_SECRET: SECRET });
    const report = reportIn(stdout) as { ok: boolean; findings: { verdict: string }[] };
    expect(code).toBe(1);
    expect(report.ok).toBe(false);
    expect(report.findings.filter(({ verdict }) => verdict === 'fail')).toHaveLength(10);
    expect(stdout).not.toContain(SECRET);
  });

  it('gives up on one that never answers, after its time', async () => {
    const url = await listen(() => undefined);
    const args = ['doctor', url, '--secret', SECRET, '--timeout-ms', '100'];
    const { code, stdout } = await run(args);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}valid delivery +timeout/);
  });

  it.each([
    ['http://198.51.100.7/hook', '--allow-host 198.51.100.7'],
    ['https://localhost.example/hook', '--allow-host localhost.example'],
    ['ftp://127.0.0.1/hook', 'http://'],
    ['nowhere', 'http://'],
    ['http://user:word@127.0.0.1/', 'user information'],
  ])('sends nothing to %s', async (url, named) => {
    const { code, stderr } = await run(['doctor', url, '--secret', SECRET]);
    expect(code).toBe(2);
    expect(stderr).toContain(named);
    expect(stderr).not.toContain(SECRET);
  });

  it('asks for a secret', async () => {
    const { code, stderr } = await run(['doctor', 'http://127.0.0.1:9/']);
    expect(code).toBe(2);
    expect(stderr).toContain('--secret');
    expect(stderr).toContain('CONSENT_EVIDENCE_WEBHOOK_SECRET');
  });

  it.each(['doctor', 'send'])(
    '%s takes the secret from a file that only its owner reads',
    async (name) => {
      const { url } = await goodReceiver();
      const file = join(directory, 'secret.txt');
      writeFileSync(file, `${SECRET}\n`, { mode: 0o600 });
      expect((await run([name, url, '--secret-file', file])).code).toBe(0);
      // The file is meant, not what is left in the environment.
      const env = { CONSENT_EVIDENCE_WEBHOOK_SECRET: 'whsec_other' };
      const { code, stdout } = await run([name, url, '--secret-file', file], env);
      expect(code, stdout).toBe(0);
    },
  );

  it.each([
    ['is readable by others', SECRET, 0o644, 'chmod 600'],
    ['is empty', '\n', 0o600, 'is empty'],
    ['has two lines', `${SECRET}\n${SECRET}`, 0o600, 'expected one line'],
  ])('refuses a secret file that %s, and shows nothing of it', async (what, text, mode, said) => {
    const file = join(directory, `${what.replaceAll(' ', '-')}.txt`);
    writeFileSync(file, text, { mode });
    const { code, stderr } = await run(['doctor', 'http://127.0.0.1:9/', '--secret-file', file]);
    expect(code).toBe(2);
    expect(stderr).toContain('--secret-file');
    expect(stderr).toContain(said);
    expect(stderr).not.toContain(SECRET);
  });
});

describe('consent-evidence webhook send', () => {
  it('sends one genuine event', async () => {
    const { url, cdrIds } = await goodReceiver();
    const { code, stdout } = await run(['send', url, '--secret', SECRET]);
    expect({ code, cdrIds }).toEqual({ code: 0, cdrIds: [expect.stringMatching(/^cdr_sent_/)] });
    expect(stdout).toMatch(/^sent_[\w-]+: 200 after \d+ ms\n$/);
  });

  it('sends a file as it is, as old as it is told', async () => {
    const { url, cdrIds } = await goodReceiver();
    const file = join(directory, 'event.json');
    writeFileSync(file, '{ "event": "cdr.completed", "webhookId": "wh_1", "cdrId": "cdr_é" }\n');
    const args = ['send', url, '--secret', SECRET, '--body', file, '--json'];
    const fresh = await run(args);
    expect(reportIn(fresh.stdout)).toMatchObject({ webhookId: 'wh_1', status: 200 });
    const old = await run([...args, '--age-seconds', '301']);
    expect(old.code).toBe(1);
    expect(reportIn(old.stdout)).toMatchObject({ status: 401 });
    expect(cdrIds).toEqual(['cdr_é']);
  });
});

describe('consent-evidence webhook sign', () => {
  it('prints the headers that sign a file', async () => {
    const body = '{"event":"cdr.completed","webhookId":"wh_7","cdrId":"cdr_1"}';
    const file = join(directory, 'signed.json');
    writeFileSync(file, body);
    const args = ['sign', file, '--secret', SECRET, '--timestamp', '1767614400'];
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    const headers = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]);
    const options = { body, secret: SECRET, now: () => 1_767_614_400_000 };
    const verified = await verifyWebhook({ ...options, headers: Object.fromEntries(headers) });
    expect(verified).toMatchObject({ webhookId: 'wh_7', headerIdMatches: true });
    const asJson = await run([...args, '--json']);
    expect(reportIn(asJson.stdout)).toEqual({ ok: true, headers: Object.fromEntries(headers) });
  });

  it('names what is missing', async () => {
    const file = join(directory, 'nameless.json');
    writeFileSync(file, '{}');
    const nameless = await run(['sign', file, '--secret', SECRET]);
    expect(nameless).toMatchObject({ code: 2, stderr: expect.stringContaining('--webhook-id') });
    const absent = await run(['sign', join(directory, 'absent'), '--secret', SECRET]);
    expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') });
    const folder = await run(['sign', directory, '--secret', SECRET]);
    expect(folder).toMatchObject({ code: 2, stderr: expect.stringContaining('is a folder') });
  });
});

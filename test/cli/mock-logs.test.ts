import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import { CliProcess } from './cli-process.ts';
import { reported, runHere } from './run-here.ts';

let served: ServedMock;
let port: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
  const mock = createMockService({ seed: 'demo' });
  served = await serveMock(mock, { port: 0 });
  port = new URL(served.url).port;
  await fetch(`${served.url}/v1/domains`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await served.close();
});

describe('mock logs', () => {
  it('prints requests and attempts of deliveries in the order in which they happened', async () => {
    const { code, stdout } = await runHere(['mock', 'logs', '--port', port]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^GET \/v1\/domains 401 UNAUTHENTICATED .*#\/requests\/req_/);
    expect(lines.some((line) => /^webhook cdr_\w+ 200 .*attempt 1/.test(line))).toBe(true);
  });

  it('finds the fake by the variables that the fake prints, unless a flag names another', async () => {
    const env = { CONSENT_EVIDENCE_CONTROL_URL: `${served.url}/_mock/api` };
    expect((await runHere(['mock', 'logs'], env)).stdout).toContain('GET /v1/domains 401');
    const { stderr } = await runHere(['mock', 'logs', '--port', '9'], env);
    expect(stderr).toContain('no fake is running at http://127.0.0.1:9;');
    expect((await runHere(['mock', '--port', '9', 'logs'], env)).stderr).toBe(stderr);
  });

  it('shows the world that the variable names, not the world of the fake', async () => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ name: 'worker 1' }) };
    const reply = await fetch(`${served.url}/_mock/api/worlds`, init);
    const world = (await reply.json()) as { baseUrl: string; controlUrl: string };
    await fetch(`${world.baseUrl}/v1/cdrs/of_worker_1`);
    const env = { CONSENT_EVIDENCE_CONTROL_URL: world.controlUrl };
    const { stdout } = await runHere(['mock', 'logs'], env);
    expect(stdout).toContain('/v1/cdrs/of_worker_1');
    expect(stdout).toContain(`${world.baseUrl}/_mock/#/requests/`);
    expect(stdout).not.toContain('GET /v1/domains');
  });

  it('prints the newest alone, and as JSON what the control API says', async () => {
    const { stdout } = await runHere(['mock', 'logs', '--port', port, '--limit', '1']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const data = reported(await runHere(['mock', 'logs', '--port', port, '--json']));
    expect(data).toMatchObject({ requests: expect.any(Array), deliveries: expect.any(Array) });
  });

  it('follows a fake until Ctrl-C, or until the fake stops', async () => {
    const other = await serveMock(createMockService(), { port: 0 });
    const args = ['mock', 'logs', '--follow', '--port', new URL(other.url).port];
    await fetch(`${other.url}/v1/cdrs/one`);
    await using first = new CliProcess(args);
    expect(await first.firstLine()).toContain('/v1/cdrs/one');
    await fetch(`${other.url}/v1/cdrs/two`);
    await expect.poll(() => first.said.includes('/v1/cdrs/two'), { timeout: 10_000 }).toBe(true);
    first.kill('SIGINT');
    expect(await first.finished()).toMatchObject({ code: 0, stderr: '' });
    await using second = new CliProcess(args);
    await second.firstLine();
    await other.close();
    expect(await second.finished()).toMatchObject({ code: 0, stderr: 'the fake has stopped\n' });
  });

  it.each(['logs', 'open'])('mock %s says where no fake is, and how to start one', async (name) => {
    const { code, stderr } = await runHere(['mock', name, '--port', '9']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'no fake is running at http://127.0.0.1:9; start one with: consent-evidence mock, or name its --port',
    );
  });
});

describe.skipIf(process.platform !== 'linux')('mock open', () => {
  it('starts the browser with the address of the inspector, and prints it', async () => {
    const program = path.join(folder, 'xdg-open');
    const seen = path.join(folder, 'seen');
    writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > '${seen}'\n`);
    chmodSync(program, 0o755);
    const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
    await using cli = new CliProcess(['mock', 'open', '--port', port], { PATH });
    const url = `${served.url}/_mock/`;
    expect(await cli.finished()).toMatchObject({ code: 0, stdout: `${url}\n`, stderr: '' });
    await expect.poll(() => readFile(seen, 'utf8').catch(() => '')).toBe(url);
  });

  it('prints the address also where there is no browser', async () => {
    const { code, stdout, stderr } = await runHere(['mock', 'open', '--port', port], {
      PATH: `${folder}-none`,
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${served.url}/_mock/\n` });
    expect(stderr).toContain('no browser could be started');
  });
});

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtCli, CliProcess } from './cli-process.ts';
import { reportIn } from './envelope.ts';
import { runHere } from './run-here.ts';

interface Started {
  url: string;
  organizations: { organizationId: string; name: string; env: Record<string, string> }[];
}

async function start(cli: CliProcess): Promise<Started> {
  return reportIn(await cli.firstLine()) as unknown as Started;
}

async function control(
  { url }: Started,
  method: string,
  target: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/_mock/api${target}`, { method, headers, ...text });
  expect(response.status).toBe(200);
  return response.json() as Promise<Record<string, unknown>>;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

async function domainsOf({ url }: Started, env: Record<string, string>): Promise<unknown> {
  const headers = { 'x-api-key': env['CONSENT_EVIDENCE_API_KEY'] ?? '' };
  const response = await fetch(`${url}/v1/domains`, { headers });
  return response.json();
}

describe('consent-evidence mock', () => {
  it('serves the demo world under the keys it prints, until it is told to stop', async () => {
    await using cli = new CliProcess(['mock', '--port', '0', '--seed', 'demo', '--json']);
    const started = await start(cli);
    const acme = started.organizations.find(({ name }) => name === 'Acme Solar');
    expect(acme?.env['CONSENT_EVIDENCE_BASE_URL']).toBe(started.url);
    expect(await domainsOf(started, acme?.env ?? {})).toMatchObject({
      ok: true,
      data: { domains: expect.arrayContaining(['sunroof.example']) },
    });
    cli.kill('SIGTERM');
    expect(await cli.finished()).toMatchObject({ code: 0, stderr: '' });
  });

  it('with --while-stdin ends with its input, and saves its state', async () => {
    const state = path.join(await folder(), 'state');
    const args = ['mock', '--port', '0', '--json', '--while-stdin', '--state', state];
    await using cli = new CliProcess(args);
    await start(cli);
    cli.endInput();
    expect(await cli.finished()).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(state, 'utf8')).toContain('"format":"consent-evidence/world"');
  });

  it('with --while-stdin ends with the process that started it, even if that is killed', async () => {
    const args = ['mock', '--port', '0', '--json', '--while-stdin'];
    const script = `
      const { spawn } = require('node:child_process');
      const stdio = ['pipe', 'inherit', 'inherit'];
      spawn(process.execPath, ${JSON.stringify([builtCli(), ...args])}, { stdio });
      setInterval(() => {}, 1000);`;
    await using parent = new CliProcess(['-e', script], {}, { cli: null });
    const { url } = await start(parent);
    expect((await fetch(`${url}/_mock/api/ready`)).status).toBe(200);
    parent.kill('SIGKILL');
    // The pipe of the output is closed when the last process that has it is gone: the fake.
    await parent.finished();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('still ends at once at a signal with --while-stdin, whose input stays open', async () => {
    await using cli = new CliProcess(['mock', '--port', '0', '--json', '--while-stdin']);
    await start(cli);
    cli.kill('SIGTERM');
    expect(await cli.finished()).toMatchObject({ code: 0, stderr: '' });
  });

  it('opens worlds that begin as it began, with the same fixed keys and the same chosen one', async () => {
    const args = ['mock', '--port', '0', '--seed', 'demo', '--as', 'acme', '--json', '--freeze'];
    await using cli = new CliProcess([...args, '--now', '2026-01-05T12:00:00Z']);
    const started = await start(cli);
    await control(started, 'POST', '/clock/advance', { days: 3 });
    const world = await control(started, 'POST', '/worlds', { name: 'worker 1' });
    expect(world).toMatchObject({ running: false, now: Date.UTC(2026, 0, 5, 12) });
    expect(world['env']).toMatchObject({
      CONSENT_EVIDENCE_API_KEY: 'acme.demo-only',
      CONSENT_EVIDENCE_BASE_URL: world['baseUrl'],
      CONSENT_EVIDENCE_CONTROL_URL: world['controlUrl'],
    });
    const other = await control(started, 'POST', '/worlds', { seed: 'demo', running: true });
    expect(other).toMatchObject({ running: true });
    const records = async (url: unknown) => {
      const { total } = await control({ ...started, url: String(url) }, 'GET', '/records');
      return total;
    };
    expect(await records(world['baseUrl'])).toBe(await records(started.url));
    await control({ ...started, url: String(world['baseUrl']) }, 'POST', '/captures', {
      ...{ organization: 'sunroof', preset: 'checkedBox' },
    });
    expect(await records(world['baseUrl'])).not.toBe(await records(started.url));
    await control({ ...started, url: String(world['baseUrl']) }, 'POST', '/reset');
    expect(await records(world['baseUrl'])).toBe(await records(started.url));
  });

  it('begins with a producer and a buyer, and gives each a secret where events are sent', async () => {
    await using cli = new CliProcess([
      ...['mock', '--port', '0', '--json'],
      ...['--webhook', 'http://127.0.0.1:9/hooks'],
    ]);
    const { organizations } = await start(cli);
    expect(organizations.map(({ organizationId }) => organizationId).sort()).toEqual([
      'buyer',
      'producer',
    ]);
    const secrets = organizations.map(({ env }) => env['CONSENT_EVIDENCE_WEBHOOK_SECRET']);
    expect(new Set(secrets).size).toBe(2);
    expect(secrets).not.toContain(undefined);
  });

  it('prints variables that can be pasted into a shell, under keys that stay as they are', async () => {
    await using cli = new CliProcess(['mock'], { CONSENT_EVIDENCE_MOCK_PORT: '0' });
    const line = await cli.firstLine();
    expect(line).toMatch(/^The fake service listens on http:\/\/127\.0\.0\.1:\d+ /);
    cli.kill('SIGINT');
    const { code, stdout } = await cli.finished();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^export CONSENT_EVIDENCE_API_KEY=producer\.local-only$/m);
    expect(stdout).toMatch(/^export CONSENT_EVIDENCE_BUYER_API_KEY=buyer\.local-only$/m);
    expect(stdout).toMatch(/^export CONSENT_EVIDENCE_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
  });

  it('writes an env file for its owner alone, the first organization of the seed first', async () => {
    const file = path.join(await folder(), '.env.fake');
    await using cli = new CliProcess([
      ...['mock', '--port', '0', '--json', '--seed', 'demo', '--write-env', file],
    ]);
    const { url } = await start(cli);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toContain(`CONSENT_EVIDENCE_BASE_URL=${url}`);
    expect(lines).toContain('CONSENT_EVIDENCE_API_KEY=sunroof.demo-only');
    expect(lines).toContain('CONSENT_EVIDENCE_ACME_API_KEY=acme.demo-only');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(file))).toEqual(['.env.fake']);
  });

  it('begins at another instant, from which its clock runs on or stands still', async () => {
    const now = '2020-02-29T12:00:00Z';
    await using running = new CliProcess(['mock', '--port', '0', '--json', '--now', now]);
    await using frozen = new CliProcess([
      'mock',
      '--port',
      '0',
      '--json',
      '--now',
      now,
      '--freeze',
    ]);
    const clockOf = async (cli: CliProcess) => control(await start(cli), 'GET', '/clock');
    expect(await clockOf(frozen)).toEqual({ now: Date.parse(now), running: false });
    const { now: ran } = (await clockOf(running)) as { now: number };
    expect(ran - Date.parse(now)).toBeGreaterThan(0);
    expect(ran - Date.parse(now)).toBeLessThan(60_000);
    expect(frozen.said).toContain('warning: the clock is stopped');
    expect(running.said).not.toContain('warning');
  });

  it('reads the open points as told, by flags or by a variable', async () => {
    await using flags = new CliProcess([
      ...['mock', '--port', '0', '--json', '--reading', 'collectFalse=defer'],
      ...['--reading', 'deadDownloadStatus=410'],
    ]);
    await using variable = new CliProcess(['mock', '--port', '0', '--json'], {
      CONSENT_EVIDENCE_MOCK_READING: 'collectFalse=defer,deadDownloadStatus=410',
      CONSENT_EVIDENCE_MOCK_FREEZE: '0',
      CONSENT_EVIDENCE_MOCK_HOST: '',
    });
    for (const cli of [flags, variable]) {
      const { readings } = await control(await start(cli), 'GET', '/readings');
      expect(readings).toContainEqual(expect.objectContaining({ value: 'defer' }));
      expect(readings).toContainEqual(expect.objectContaining({ value: 410 }));
    }
    expect(variable.said).not.toContain('warning');
  });

  it('sends people to the dashboard that is named', async () => {
    await using cli = new CliProcess([
      ...['mock', '--port', '0', '--json', '--dashboard', 'http://localhost:3000/app/'],
    ]);
    const { url } = await start(cli);
    const reply = await fetch(`${url}/v1/shares/shr_any`, { redirect: 'manual' });
    expect(reply.headers.get('location')).toBe('http://localhost:3000/app/claim/shr_any');
  });

  it('closes the control API beyond loopback, and opens it with a token', async () => {
    const args = ['mock', '--port', '0', '--json', '--host', '0.0.0.0'];
    await using closed = new CliProcess(args);
    await using open = new CliProcess([...args, '--control-token', 'correct-horse']);
    const clock = async (cli: CliProcess) => {
      const headers = { authorization: 'Bearer correct-horse' };
      return (await fetch(`${(await start(cli)).url}/_mock/api/clock`, { headers })).status;
    };
    expect([await clock(closed), await clock(open)]).toEqual([403, 200]);
    expect(closed.said).toContain('--control-token');
    expect(open.said).not.toContain('warning');
  });

  it.each([
    ['with ids of their own for what comes then', [], false],
    ['with --id-seed with the same ids', ['--id-seed', 'a'], true],
  ])('goes back to its start, the seed played again, %s', async (_, flags, repeats) => {
    await using cli = new CliProcess(['mock', '--port', '0', '--json', '--seed', 'demo', ...flags]);
    const started = await start(cli);
    const { total } = await control(started, 'GET', '/records');
    const capture = { organization: 'sunroof', preset: 'checkedBox' };
    const first = await control(started, 'POST', '/captures', capture);
    await control(started, 'POST', '/clock/advance', { days: 3 });
    const { now } = (await control(started, 'POST', '/reset')) as { now: number };
    expect((await control(started, 'GET', '/records'))['total']).toBe(total);
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
    const second = await control(started, 'POST', '/captures', capture);
    expect(second['cdrId'] === first['cdrId']).toBe(repeats);
  });

  it.each([
    ['only where it is asked for', [], false],
    ['where --keep-bodies asks for it', ['--keep-bodies'], true],
    ['with a seed of reserved names', ['--seed', 'demo'], true],
    ['not with --no-keep-bodies', ['--seed', 'demo', '--no-keep-bodies'], false],
  ])('keeps what requests say: %s', async (_, flags, keepsBodies) => {
    await using cli = new CliProcess(['mock', '--port', '0', '--json', '--quiet', ...flags]);
    const started = await start(cli);
    await domainsOf(started, started.organizations[0]?.env ?? {});
    const { requests } = await control(started, 'GET', '/requests');
    const [asked] = requests as { requestId: string }[];
    const { request } = await control(started, 'GET', `/requests/${asked?.requestId}`);
    expect(request).toMatchObject({ keepsBodies });
    expect((request as { exchange: unknown }).exchange !== null).toBe(keepsBodies);
  });

  it('names the flag that helps when the port is taken', async () => {
    await using first = new CliProcess(['mock', '--port', '0', '--json']);
    const { port } = new URL((await start(first)).url);
    const { code, stderr } = await runHere(['mock', '--port', port]);
    expect(code).toBe(2);
    expect(stderr).toContain('--port 0');
  });

  it.each([
    [['mock', '--port', '70000'], '--port'],
    [['mock', '--port', 'http'], '--port'],
    [['mock', '--seed', 'dmeo'], '--seed'],
    [['mock', '--sead', 'demo'], '--seed'],
    [['mock', '--port', '0', '--webhook', 'nowhere'], '--webhook: expected'],
    [['mock', '--webhook', `http://x/${'y'.repeat(2048)}`], '--webhook: expected at most'],
    [['mock', '--now', 'soon'], '--now'],
    [
      ['mock', '--reading', 'colectFalse=defer'],
      '--reading colectFalse: is not a known option; did you mean "collectFalse"',
    ],
    [['mock', '--reading', 'collectFalse'], '--reading'],
    [['mock', '--watch'], '--watch'],
    [['mock', '--control-token', 'short'], '--control-token: expected'],
    [['mock', '--host', 'no.such.host.invalid'], '--host'],
    [['mock', '--allow-host', 'http://x'], '--allow-host: expected'],
    [['mock', '--state', 'no/such/folder/w.state'], '--state: no/such/folder/w.state: there is no'],
    [['mock', '--state', '.'], '--state: .: is a folder'],
    [
      ['mock', '--write-env', 'no/such/folder/.env'],
      '--write-env: no/such/folder/.env: there is no',
    ],
    [['mock', 'exec', '--write-env', '.', '--', 'node', '-v'], '--write-env: .: is a folder'],
    [['mok'], 'mock'],
  ])('refuses %j by name', async (args, named) => {
    const { code, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toContain(named);
    expect(stderr).not.toMatch(/\n\s+at /); // a message, not a stack
  });
});

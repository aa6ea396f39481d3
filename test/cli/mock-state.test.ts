import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readStateFile, writeStateFile } from '../../cli/mock/state-file.ts';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService, engineOf } from '../../mock/fake/mock-service.ts';
import { takeSnapshot } from '../../mock/service/controls/state.ts';
import { CliProcess } from './cli-process.ts';
import { reportIn } from './envelope.ts';
import { runHere } from './run-here.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  file = path.join(folder, 'world.state');
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function start(args: readonly string[] = [], env: Record<string, string> = {}) {
  const cli = new CliProcess(['mock', '--port', '0', '--json', '--state', file, ...args], env);
  const { url } = reportIn(await cli.firstLine());
  const send = async (method: string, target: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const init = method === 'GET' ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`${url}/_mock/api${target}`, { method, headers, ...init });
    return (await reply.json()) as Record<string, unknown>;
  };
  return { cli, send, [Symbol.asyncDispose]: () => cli[Symbol.asyncDispose]() };
}

/** Each write is synced to the disk, which may be busy. */
const WAITING = { timeout: 30_000 };

const capture = { organization: 'producer', preset: 'checkedBox' };

/** Makes each wait of a second end at once in the process, as if what runs beside it took longer. */
const NO_TIME = `
  const { setTimeout: real } = globalThis;
  globalThis.setTimeout = (run, ms, ...args) => {
    if (ms !== 1000) return real(run, ms, ...args);
    process.nextTick(run);
    return { unref() {} };
  };`;

/** Sends the process each Ctrl-C twice, as npm does, which passes on what the terminal sent to both. */
const PASSED_ON = `
  process.once('SIGINT', () => setImmediate(() => process.kill(process.pid, 'SIGINT')));`;

const importing = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
});

/** Writes a state that the control API can make to a file. */
function stateWith(...organizationIds: string[]): string {
  const mock = createMockService({ now: 0 });
  for (const organizationId of organizationIds) mock.addOrganization({ organizationId, name: 'A' });
  const { tables, ...head } = mock.snapshot().toJSON();
  const rows = Object.entries(tables).flatMap(([table, each]) =>
    each.map((row) => JSON.stringify([table, ...row])),
  );
  return [JSON.stringify({ ...head, rows: rows.length }), ...rows, ''].join('\n');
}

describe('--state', () => {
  it('continues where the world stopped', async () => {
    await using first = await start();
    const { cdrId } = await first.send('POST', '/captures', capture);
    await first.send('POST', '/clock/advance', { days: 2 });
    const { now } = (await first.send('GET', '/clock')) as { now: number };
    first.cli.kill('SIGTERM');
    expect(await first.cli.finished()).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(folder)).toEqual(['world.state']);

    await using second = await start(['--seed', 'demo']); // the seed is only for a new world
    expect(await second.send('GET', '/records')).toMatchObject({ records: [{ cdrId }] });
    const clock = (await second.send('GET', '/clock')) as { now: number };
    expect(clock.now).toBeGreaterThanOrEqual(now);
  });

  it('is written while the world changes, so that a crash leaves what was', async () => {
    await using first = await start();
    const { cdrId } = await first.send('POST', '/captures', capture);
    await expect
      .poll(async () => readFile(file, 'utf8').catch(() => ''), WAITING)
      .toContain(String(cdrId));
    first.cli.kill('SIGKILL');
    await first.cli.finished();
    await using second = await start();
    expect(await second.send('GET', '/records')).toMatchObject({ records: [{ cdrId }] });
  });

  it.each([
    ['however long that takes', NO_TIME],
    ['if npm passes the same Ctrl-C on', PASSED_ON],
  ])('is written to its end when the fake is stopped, %s', async (_, code) => {
    await using first = await start([], importing(code));
    const { cdrId } = await first.send('POST', '/captures', capture);
    first.cli.kill('SIGINT');
    expect(await first.cli.finished()).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(folder)).toEqual(['world.state']);
    expect(await readFile(file, 'utf8')).toContain(String(cdrId));
  });

  it.each([
    ['after', false],
    ['in the instant in which', true],
  ])(
    'is not overwritten by a second fake %s the first ends, whose records it would lose',
    async (_, isAtOnce) => {
      await using first = await start();
      await using second = await start();
      // Not told apart by ids: if the second one has read what the first wrote, they continue alike.
      const hosts = ['first.example', 'second.example'];
      for (const [at, { send }] of [first, second].entries()) {
        await send('POST', '/captures', { ...capture, page: { pageUrl: `https://${hosts[at]}/` } });
      }
      first.cli.kill('SIGTERM');
      if (isAtOnce) second.cli.kill('SIGTERM');
      const ends = [await first.cli.finished()];
      if (!isAtOnce) second.cli.kill('SIGTERM');
      ends.push(await second.cli.finished());
      const refused = `--state: ${file}: another process has written it, perhaps a second fake; the state was not saved, and the file is unchanged\n`;
      expect(ends.map(({ code }) => code).sort()).toEqual([0, 1]);
      // Told as it runs, if its next save comes before its end, and then as the error that ends it.
      const others = ends.map(({ stderr }) => stderr.replaceAll(`error: ${refused}`, ''));
      expect(others.map((text) => text.replaceAll(refused, ''))).toEqual(['', '']);
      expect(await readdir(folder)).toEqual(['world.state']);
      const saved = await readFile(file, 'utf8');
      expect(hosts.map((host) => saved.includes(host))).toEqual(ends.map(({ code }) => code === 0));
    },
  );

  it('is written where there is no folder for temporary files', async () => {
    await using first = await start([], { TMPDIR: path.join(folder, 'none') });
    const { cdrId } = await first.send('POST', '/captures', capture);
    first.cli.kill('SIGTERM');
    expect(await first.cli.finished()).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(file, 'utf8')).toContain(String(cdrId));
  });

  it('is not overwritten by a fake that began with it before it had the last records', async () => {
    await using first = await start();
    await first.send('POST', '/captures', capture);
    await expect.poll(() => readFile(file, 'utf8').catch(() => ''), WAITING).toContain('cdr_');
    await using second = await start();
    const { cdrId } = await first.send('POST', '/captures', capture);
    first.cli.kill('SIGTERM');
    expect(await first.cli.finished()).toMatchObject({ code: 0, stderr: '' });
    second.cli.kill('SIGTERM');
    expect(await second.cli.finished()).toMatchObject({ code: 1 });
    expect(await readFile(file, 'utf8')).toContain(String(cdrId));
  });

  it('may be deleted while the fake runs, which then writes it again', async () => {
    await using first = await start();
    const { cdrId } = await first.send('POST', '/captures', capture);
    await expect
      .poll(() => readFile(file, 'utf8').catch(() => ''), WAITING)
      .toContain(String(cdrId));
    await rm(file);
    first.cli.kill('SIGTERM');
    expect(await first.cli.finished()).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(file, 'utf8')).toContain(String(cdrId));
  });

  it.each([
    ['no JSON', 'hello\n', 'line 1'],
    ['another file', '{"format":"x","rows":0}\n', 'format'],
    ['nothing', '', 'not a complete state'],
    ['a row of no table', '{"rows":1}\n["__proto__",["a"],true]\n', 'line 2'],
    ['a row of an inherited name', '{"rows":1}\n["constructor",["a"],true]\n', 'line 2'],
    ['ids of one variable', stateWith('acme-1', 'acme_1'), '"acme-1" and "acme_1"'],
  ])('refuses %s, and leaves it as it is', async (_, text, named) => {
    await writeFile(file, text);
    const { code, stderr } = await runHere(['mock', '--port', '0', '--state', file]);
    expect(code).toBe(2);
    expect(stderr).toContain('--state');
    expect(stderr).toContain(named);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('a state file', () => {
  it('keeps the whole world, row by row', async () => {
    const mock = createMockService({ now: '2026-01-05T12:00:00Z', seed: 'demo' });
    const snapshot = mock.snapshot();
    await writeStateFile(file, snapshot);
    const again = createMockService();
    again.restore(
      (await readStateFile(file)) as NonNullable<Awaited<ReturnType<typeof readStateFile>>>,
    );
    expect(again.snapshot().toJSON().tables).toEqual(snapshot.toJSON().tables);
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(100_000);
  });

  it('has a row on one line, whatever white space is in it', async () => {
    const mock = createMockService({ now: 0 });
    const name = 'A\r\u0085\u2028\u2029\u000b\u000cB';
    const { organizationId } = mock.addOrganization({ name });
    mock.capture(organizationId, presets.checkedBox({ customMetadata: { name } }));
    const snapshot = mock.snapshot();
    await writeStateFile(file, snapshot);
    expect(await readStateFile(file)).toMatchObject({ tables: snapshot.toJSON().tables });
  });

  it('has rows longer than a piece of the file', async () => {
    const mock = createMockService({ now: 0 });
    const { organizationId } = mock.addOrganization({ name: 'A' });
    for (const length of [70_000, 1, 300_000]) {
      const image = { base64: btoa('7'.repeat(length)), contentType: 'image/png' };
      mock.capture(organizationId, presets.checkedBox({ image }));
    }
    const snapshot = mock.snapshot();
    await writeStateFile(file, snapshot);
    expect(await readStateFile(file)).toMatchObject({ tables: snapshot.toJSON().tables });
  });

  it('does not exist before it is written', async () => {
    expect(await readStateFile(file)).toBeUndefined();
  });

  it('is refused where a part of it is missing, or something is added', async () => {
    const mock = createMockService({ now: 0 });
    const { organizationId } = mock.addOrganization({ name: 'A' });
    mock.capture(organizationId, presets.checkedBox());
    await writeStateFile(file, takeSnapshot(engineOf(mock)));
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, whole.lastIndexOf('\n', whole.length - 2) + 1));
    await expect(readStateFile(file)).rejects.toThrow('not a complete state');
    await writeFile(file, whole);
    await appendFile(file, '{}\n');
    await expect(readStateFile(file)).rejects.toThrow('does not end');
  });
});

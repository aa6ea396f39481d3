import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtCli, CliProcess } from './cli-process.ts';

const FULL = '/dev/full';

describe('an output that no one reads', () => {
  it.each([
    ['a text', ['docs', 'testing-with-the-fake']],
    ['help', ['mock', '--help']],
    ['a report', ['explain', 'GONE', '--json']],
  ])('is no failure: %s', async (_, args) => {
    await using cli = new CliProcess(args);
    cli.closeOutput();
    expect(await cli.finished()).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not end a fake, which still saves its state', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'world.state');
    await using cli = new CliProcess(['mock', '--port', '0', '--state', file]);
    const [url] = /http:\S+/.exec(await cli.firstLine()) ?? [];
    cli.closeOutput();
    for (let count = 0; count < 3; count += 1) {
      expect((await fetch(`${url}/v1/domains`)).status).toBe(401);
    }
    cli.kill('SIGTERM');
    expect(await cli.finished()).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(file, 'utf8')).toContain('UNAUTHENTICATED');
  });
});

describe.skipIf(!existsSync(FULL))('an output on a full disk', () => {
  it('is reported in one line, and the exit code is 1', () => {
    const full = openSync(FULL, 'w');
    const { stderr, status } = spawnSync(process.execPath, [builtCli(), 'docs', 'simulation'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toBe('error: the output could not be written: the disk is full\n');
    expect(status).toBe(1);
  });
});

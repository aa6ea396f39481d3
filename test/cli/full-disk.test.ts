import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkWritable, writeWhole } from '../../cli/files/write-whole.ts';
import { character } from '../texts/characters.ts';
import { builtCli, CliProcess } from './cli-process.ts';

const SH = '/bin/sh';
if (!existsSync(SH)) console.warn('No /bin/sh here: what a full disk does is not tested.');

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  file = path.join(folder, 'kept');
  onTestFinished(() => rm(folder, { recursive: true }));
});

/** Runs as on a disk with `blocks` blocks left: a write goes as far as it can, and the next one fails. */
async function runOnFullDisk(blocks: number, args: readonly string[]) {
  const script = `ulimit -f ${blocks}; exec "$@"`;
  const child = spawn(SH, ['-c', script, 'sh', process.execPath, builtCli(), ...args]);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

describe('a file that is written whole', () => {
  it('is the old one or the new one, wherever the writing stops, and nothing is left beside it', async () => {
    const pieces = fc.array(fc.string({ maxLength: 50, unit: character }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(9), async (texts, failsAt) => {
        await writeFile(file, 'old');
        const given = function* (): Generator<string> {
          for (const [index, each] of texts.entries()) {
            if (index === failsAt) throw new Error('stopped');
            yield each;
          }
        };
        const isWhole = await writeWhole(file, given()).then(
          () => true,
          () => false,
        );
        expect(isWhole).toBe(failsAt >= texts.length);
        const expected = isWhole ? Buffer.from(texts.join('')) : Buffer.from('old');
        expect((await readFile(file)).equals(expected)).toBe(true);
        expect(await readdir(folder)).toEqual(['kept']);
      }),
      { numRuns: 50 },
    );
  });

  it("leaves what a killed run left to the next run, which sweeps it, and no living one's", async () => {
    const dead = 2 ** 22 + 1; // above every process id on Linux
    const names = [`kept.${dead}.tmp`, `kept.${process.pid}.tmp`, `kept.${process.ppid}.tmp`];
    const others = ['kept.x.tmp', 'other.1.tmp'];
    for (const name of [...names, ...others]) await writeFile(path.join(folder, name), '');
    await checkWritable('--state', file);
    expect(await readdir(folder)).toEqual([...others, `kept.${process.ppid}.tmp`].sort());
  });

  it('is a file: a device would be replaced by one', async () => {
    await expect(checkWritable('--write-env', '/dev/null')).rejects.toThrow(
      '/dev/null: is a device',
    );
    // `/dev/stdout` is such a link, where the output goes to a file.
    await writeFile(file, '');
    const handle = await open(file);
    const link = `/dev/fd/${handle.fd}`;
    await expect(checkWritable('--out', link)).rejects.toThrow(`${link}: is a device`);
    await handle.close();
  });
});

describe.skipIf(!existsSync(SH))('a full disk', () => {
  it('leaves the state as it was, says so, and makes the exit code 1', async () => {
    await using first = new CliProcess(['mock', '--port', '0', '--json', '--state', file]);
    await first.firstLine();
    first.kill('SIGTERM');
    await first.finished();
    const before = await readFile(file);
    const grow = `
      const { CONSENT_EVIDENCE_CONTROL_URL: url } = process.env;
      const body = JSON.stringify({ organization: 'producer', preset: 'checkedBox' });
      const headers = { 'content-type': 'application/json' };
      for (let count = 0; count < 20; count += 1) {
        const { status } = await fetch(url + '/captures', { method: 'POST', headers, body });
        if (status !== 200) process.exit(9);
      }`;
    const { code, stderr } = await runOnFullDisk(1, [
      ...['mock', 'exec', '--state', file, '--'],
      ...[process.execPath, '--input-type=module', '-e', grow],
    ]);
    expect(stderr).toMatch(
      /^error: --state: .*the state was not saved, and the file is unchanged$/m,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await readdir(folder)).toEqual(['kept']);
  });

  it('leaves the env file as it was, says so, and nothing keeps running', async () => {
    await writeFile(file, 'old');
    const args = ['mock', '--port', '0', '--write-env', file];
    const { code, stdout, stderr } = await runOnFullDisk(0, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: --write-env: .*; nothing was written$/m);
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['kept']);
  });
});

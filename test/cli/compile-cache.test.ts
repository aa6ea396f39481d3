import { mkdtemp, readdir, rm } from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CliProcess } from './cli-process.ts';

/** Runs one command with its temporary files in `folder`, and with Node's own settings. */
async function versionIn(folder: string, env: Record<string, string> = {}) {
  const own = { NODE_COMPILE_CACHE: undefined, TMPDIR: folder, TMP: folder, TEMP: folder };
  await using command = new CliProcess(['--version'], { ...own, ...env });
  return await command.finished();
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const PRINTED = { code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' };

it.skipIf(!('enableCompileCache' in module))(
  'the command line keeps its compiled code in the temporary folder',
  async () => {
    const folder = await freshFolder();
    expect(await versionIn(folder)).toEqual(PRINTED);
    expect(await readdir(folder)).toEqual(['node-compile-cache']);
  },
);

it('the command line keeps nothing if Node is told to keep nothing', async () => {
  const folder = await freshFolder();
  expect(await versionIn(folder, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(PRINTED);
  expect(await readdir(folder)).toEqual([]);
});

it('the command line runs where it can keep nothing', async () => {
  expect(await versionIn('/dev/null/none')).toEqual(PRINTED);
});

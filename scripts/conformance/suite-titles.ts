import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readable } from './row.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Lists the tests of `test/service` as `file: title`, named as in a run but without the door. */
export async function suiteTitles(): Promise<ReadonlySet<string>> {
  const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', `file://${ROOT}`));
  const parts = [
    'list',
    'test/service',
    '--json',
    '--no-static-parse',
    '--no-isolate',
    '--maxWorkers=1',
  ];
  const config = ['--config', 'test/config/vitest.mutation.ts']; // the least that they need
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, ...parts, ...config], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const tests = JSON.parse(stdout) as { name: string; file: string }[];
  return new Set(
    tests.map(({ name, file }) => {
      const title = readable(name.slice(name.indexOf(' > ') + 3));
      return `${file.slice(file.lastIndexOf('/') + 1, -'.test.ts'.length)}: ${title}`;
    }),
  );
}

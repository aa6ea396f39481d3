import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CliProcess } from '../cli/cli-process.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

async function story(...command: string[]) {
  return new CliProcess(['mock', 'exec', '--', ...command]).finished();
}

describe('the stories of examples/control, each beside a fake of its own', () => {
  it.skipIf(!has('python3'))('in Python’s standard library (needs python3)', async () => {
    const { code, stdout, stderr } = await story('python3', pathOf('examples/control/story.py'));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^done$/m);
    // A charge that nothing could cause would prove nothing by its absence.
    const charges = [...stdout.matchAll(/^charges [a-z ]+: (\d+)$/gm)].map(([, sum]) => sum);
    expect(charges).toEqual(['0', '1', '1']);
    expect(code).toBe(0);
  });

  it.skipIf(!has('curl'))('in curl and sh (needs curl)', async () => {
    const { code, stdout, stderr } = await story('sh', pathOf('examples/control/story.sh'));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^done$/m);
    expect(code).toBe(0);
  });
});

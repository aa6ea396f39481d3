import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const TSC = 'node_modules/typescript-7/bin/tsc';
const PROJECT = 'test/config/tsconfig.types.json';

describe('types', { timeout: 120_000 }, () => {
  it('are those that the files beside this one claim', () => {
    const args = [TSC, '-p', PROJECT, '--noEmit', '--pretty', 'false', '--listFiles'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const lines = stdout.trimEnd().split('\n');
    const complaints = lines.filter((line) => line.includes('error TS'));
    expect(complaints).toEqual([]);
    const files = globSync('test/types/*.types.ts');
    expect(files).toHaveLength(5);
    expect(files.filter((file) => !lines.some((line) => line.endsWith(file)))).toEqual([]);
  });
});

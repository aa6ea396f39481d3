import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FLOORS, floorOf } from './floors.ts';

/** Returns the height of a file's floor; files outside the fake are the lowest. */
function height(file: string): number {
  return Object.keys(FLOORS).indexOf(floorOf(file) ?? '');
}

async function wayOf(body: object) {
  const program = 'test/package/entered-by-receive.ts';
  const args = [program, JSON.stringify(body)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { status, files } = JSON.parse(stdout) as { status: number; files: string[] };
  return { status, files: files.toSorted((a, b) => height(b) - height(a)) };
}

const ACCEPTANCE = { schemaVersion: 1, record: { maxAgeSeconds: 600 } };

describe('POST /v1/shares/<token> through mock.fetch', () => {
  it('enters at most 20 files', async ({ annotate }) => {
    const { status, files } = await wayOf({});
    await annotate(files.join('\n'));
    expect(status).toBe(200);
    expect(files).toContain('mock/api/dispatch.ts');
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(20);
  });

  it('enters no more of the fake with criteria: they are judged in src', async ({ annotate }) => {
    const { status, files } = await wayOf({ acceptance: ACCEPTANCE });
    await annotate(files.join('\n'));
    const [fake, others] = [/^mock\//, /^src\/(?:acceptance|contract)\//].map((place) =>
      files.filter((file) => place.test(file)),
    );
    expect(status).toBe(200);
    expect(others).toContain('src/acceptance/judge.ts');
    expect(fake?.length, fake?.join('\n')).toBeLessThanOrEqual(20);
    expect([...(fake ?? []), ...(others ?? [])]).toEqual(files);
  });
});

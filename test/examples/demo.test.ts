import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const demo = fileURLToPath(new URL('../../examples/demo.ts', import.meta.url));

it('the demo runs the whole story over the built package and ends well', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [demo]);
  expect(stderr).toBe('');
  expect(stdout).toContain('signature verified');
  expect(stdout).toContain('refused, free: DISCLOSURE_CONSENT_NOT_ACCEPTED');
  expect(stdout).toContain('pending at first: 2 attempts');
  expect(stdout.trimEnd().endsWith('Every step did what it says.')).toBe(true);
});

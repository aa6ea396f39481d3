import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { reported, runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CRITERIA = path.join(folder, 'criteria.json');
writeFileSync(CRITERIA, '{"schemaVersion":1,"disclosure":{"requireUserSubmission":true}}');
const ENDLESS = '/dev/zero';
const SECRET = ['--secret', 'whsec_x'];

/** Makes a pipe, as `<(zcat file)` in a shell is one, into which the text is written once. */
function piped(name: string, text: string): string {
  const pipe = path.join(folder, name);
  execFileSync('mkfifo', [pipe]);
  // Opening a pipe waits for the other side, so this ends once the command has read it all.
  void writeFile(pipe, text);
  return pipe;
}

describe.skipIf(process.platform === 'win32')('a file that is a pipe or a device', () => {
  it.each([
    ['--seed', ['mock', '--port', '0', '--seed', ENDLESS]],
    ['--calibration', ['mock', '--port', '0', '--calibration', ENDLESS]],
    ['--against', ['calibrate', '--against', ENDLESS]],
    ['file', ['criteria', 'lint', ENDLESS]],
    ['--records', ['criteria', 'test', '--records', ENDLESS, CRITERIA]],
    ['--body', ['webhook', 'send', 'http://127.0.0.1:9/', ...SECRET, '--body', ENDLESS]],
    ['file', ['webhook', 'sign', ENDLESS, ...SECRET]],
    ['--public-key', ['archive', 'verify', folder, '--public-key', `k=${ENDLESS}`]],
  ])('is refused where it never ends: %s of %j', async (name, args) => {
    const { code, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^error: ${name}: .*expected .*at most \\d+ (?:byte|char)`));
  });

  it.each([3, 1000])('is read once, and whole: %i records of a pipe', async (count) => {
    const record = { cdrId: 'cdr_1', createdAt: 0, detectedDisclosureDetails: { disclosures: [] } };
    const lines = Array.from({ length: count }, (_, index) =>
      JSON.stringify({ ...record, cdrId: `cdr_${index}`, pageUrl: 'x'.repeat(500) }),
    );
    const records = piped(`records-${count}`, `${lines.join('\n')}\n`);
    const ran = await runHere(['criteria', 'test', '--records', records, CRITERIA, '--json']);
    expect(reported(ran)).toMatchObject({ judged: count, unreadableCount: 0 });
  });

  it('is taken for criteria, a seed and a body as a file is', async () => {
    const lint = await runHere(['criteria', 'lint', piped('criteria', '{"schemaVersion":1}')]);
    expect(lint.stdout).toContain('NO_REQUIREMENT');
    const body = piped('body', '{"webhookId":"wh_1"}');
    const signed = await runHere(['webhook', 'sign', body, ...SECRET, '--json']);
    expect(reported(signed)).toMatchObject({ headers: { 'x-svc-webhook-id': 'wh_1' } });
  });
});

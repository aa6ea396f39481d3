import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

const criteria = {
  schemaVersion: 1,
  disclosure: { forbiddenText: [{ ruleId: 'prize', anyOf: ['prämie'] }] },
};
const seed = { organizations: [{ organizationId: 'acme', name: 'Énergie Acme' }] };

function fileIn(encoding: BufferEncoding, value: unknown): string {
  const file = path.join(folder, `${encoding}.json`);
  writeFileSync(file, Buffer.from(JSON.stringify(value), encoding));
  return file;
}

/** Command lines that read a file, which is named last. */
const READERS: [args: string[], content: unknown][] = [
  [['criteria', 'lint'], criteria],
  [['criteria', 'test', '--records', fileIn('utf8', [])], criteria],
  [['mock', '--port', '0', '--seed'], seed],
  [['mock', '--port', '0', '--calibration'], { name: 'é' }],
];

// Editors and shells on Windows write these; a phrase read from them would match nothing.
describe.each(['latin1', 'utf16le'] as const)('a file in %s', (encoding) => {
  it.each(READERS)('is refused by %j', async (args, content) => {
    const file = fileIn(encoding, content);
    const ran = await runHere([...args, file]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`${file}: is not text in UTF-8; save it with that encoding`);
  });

  it('is refused in place of records, with the line', async () => {
    const lines = path.join(folder, 'records.ndjson');
    const wrong = Buffer.from('{"text":"prämie"}\n', encoding);
    writeFileSync(lines, Buffer.concat([Buffer.from('{}\n'), wrong]));
    const args = ['criteria', 'test', fileIn('utf8', criteria), '--records', lines];
    const ran = await runHere(args);
    expect(ran.stderr).toContain('UTF-8');
    expect(ran.code).toBe(2);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const dist = (file: string): string =>
  fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));

/** Makes a Node for which SQLite is no longer experimental warn as Node 22 and 24 do. */
const WARNING = `data:text/javascript,${encodeURIComponent(`
  const { getBuiltinModule } = process;
  process.getBuiltinModule = (name) => {
    if (name === 'node:sqlite') {
      process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
      process.emitWarning('the quokka is an experimental feature', 'ExperimentalWarning');
      process.emitWarning('SQLite is old', 'DeprecationWarning');
    }
    return getBuiltinModule.call(process, name);
  };
`)}`;

function run(...args: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    ...process.env,
    CONSENT_EVIDENCE_API_KEY: 'key.secret',
    CONSENT_EVIDENCE_BASE_URL: 'http://127.0.0.1:9',
  };
  const all = ['--import', WARNING, ...args];
  return spawnSync(process.execPath, all, { cwd: folder, env, encoding: 'utf8' }).stderr;
}

it('the command keeps Node’s note on SQLite to itself, and prints every other warning', () => {
  const stderr = run(dist('cli.js'), 'archive', 'evidence');
  expect(stderr).not.toContain('SQLite is an experimental feature');
  expect(stderr).toContain('ExperimentalWarning: the quokka');
  expect(stderr).toContain('DeprecationWarning: SQLite is old');
});

it('the library leaves the warnings of a program alone', () => {
  const program = `
    import { sqliteLedger } from ${JSON.stringify(dist('intake/sqlite.js'))};
    sqliteLedger('leads.db');
  `;
  const stderr = run('--input-type=module', '--eval', program);
  expect(stderr).toContain('ExperimentalWarning: SQLite is an experimental feature');
});

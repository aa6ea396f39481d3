import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtCli } from './cli-process.ts';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string };
};
const [needed = ''] = /[\d.]+$/.exec(engines.node) ?? [];
const refusalOf = (version: string): string =>
  `error: consent-evidence needs Node ${needed} or newer; this is ${version}\n`;

/** Runs a command in an empty folder, and returns what it leaves there and in the temporary one. */
function runIn(node: string, ...args: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    ...{ PATH: process.env['PATH'], TMPDIR: folder, TMP: folder, TEMP: folder },
    CONSENT_EVIDENCE_API_KEY: 'key.secret',
    CONSENT_EVIDENCE_BASE_URL: 'http://127.0.0.1:9',
  };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(node, args, options);
  return { status, stdout, stderr, left: readdirSync(folder) };
}

/** Runs a command on this Node, which says that it is another version. */
function runAs(version: string, ...args: string[]) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const url = `data:text/javascript,${encodeURIComponent(pretend)}`;
  return runIn(process.execPath, '--import', url, builtCli(), ...args);
}

const COMMANDS = [
  ['archive', 'evidence'],
  ['dossier', '--phone', '2125550147', '--out', 'case'],
  ['mock', '--state', 'world.state'],
  ['docs'],
  ['--version'],
];

/** A Node on this machine that is too old, if there is one. */
const older = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((place) => path.join(place, 'node'))
  .flatMap((file) => {
    try {
      const version = execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' });
      return Number.parseInt(version, 10) < Number.parseInt(needed, 10)
        ? [{ file, version: version.trim() }]
        : [];
    } catch {
      return [];
    }
  })[0];

describe('a Node that is too old for the command', () => {
  it.each(COMMANDS)(
    'is told which version is needed, and nothing is left behind: %s',
    (...args) => {
      const refused = { status: 1, stdout: '', left: [] };
      expect(runAs('20.20.2', ...args)).toEqual({ ...refused, stderr: refusalOf('20.20.2') });
      if (older === undefined) return;
      const ran = runIn(older.file, builtCli(), ...args);
      expect(ran).toEqual({ ...refused, stderr: refusalOf(older.version) });
    },
  );

  it.each(['18.20.8', '21.7.3', '22.0.0', '22.12.0'])('is %s', (version) => {
    expect(runAs(version, '--version').stderr).toBe(refusalOf(version));
  });

  it.each(['22.13.0', '23.4.0', '24.0.0', '100.0.0'])('is not %s', (version) => {
    expect(runAs(version, '--version')).toMatchObject({ status: 0, stderr: '' });
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionScript, SHELLS } from '../../cli/completion/completion-script.ts';
import { createProgram } from '../../cli/program.ts';
import { COMMANDS } from './commands.ts';

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
for (const shell of SHELLS.filter((each) => !has(each))) console.log(`skipped: no ${shell} here`);

/** Runs lines, and returns what they print. From a file: Node hands in a socket, which fish does not read. */
function run(shell: string, lines: readonly string[], ...flags: string[]): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'completion-')), 'script');
  writeFileSync(file, lines.join('\n'));
  const { status, stdout, stderr } = spawnSync(shell, [...flags, file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** Returns what bash offers for the last word of each command line, asked in one process. */
function offered(lines: readonly (readonly string[])[]): string[][] {
  const asked = lines.map(
    (words) => `COMP_WORDS=(consent-evidence ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
COMPREPLY=()
_consent_evidence
printf '%s ' "\${COMPREPLY[@]}"
echo`,
  );
  const stdout = run('bash', [completionScript('bash', createProgram()), ...asked]);
  return stdout.split('\n').map((line) => line.split(' ').filter((word) => word !== ''));
}

describe('the completion of the command line', () => {
  it.runIf(has('bash'))('offers in bash each command and each flag where it can stand', () => {
    const commands = COMMANDS.filter(({ name }) => name !== 'mock exec');
    const found = offered(commands.map(({ name }) => [...name.split(' '), '--']));
    for (const [at, { command }] of commands.entries()) {
      const flags = command.options.flatMap(({ long, hidden }) => (hidden ? [] : [long]));
      expect(found[at]).toEqual(expect.arrayContaining(flags));
    }
    const [verbs, whole] = offered([['archive', ''], ['arch']]);
    expect(verbs).toEqual(expect.arrayContaining(['verify', 'export']));
    expect(whole).toEqual(['archive']);
  });

  it.runIf(has('bash'))('is not led astray by the value of a flag', () => {
    expect(offered([['find', '--key', 'mock', '--ph']])[0]).toEqual(['--phone']);
  });

  it.each(SHELLS)('names every command and flag in %s', (shell) => {
    const script = completionScript(shell, createProgram());
    for (const { name, command } of COMMANDS) {
      expect(script).toContain(`' ${name}'`);
      for (const { long, hidden } of command.options) {
        if (!hidden) expect(script).toContain((long ?? '').slice(2));
      }
    }
  });

  it.runIf(has('fish'))('offers in fish what can stand there', () => {
    const lines = ['arch', 'archive ver', 'find --key mock --ph'];
    const asked = lines.map((line) => `complete -C 'consent-evidence ${line}'`);
    const stdout = run('fish', [completionScript('fish', createProgram()), ...asked]);
    const words = stdout.split('\n').map((line) => line.split('\t')[0]);
    expect(words).toEqual(['archive', 'verify', '--phone', '']);
  });

  it.runIf(has('zsh'))('hands to the completion of zsh what can stand there', () => {
    const [own, ...asked] = [
      // The functions of zsh that a script is written for; they need a terminal.
      'compdef() { : }; _files() { : }; compadd() { shift; print -r -- ${(M)@:#$words[CURRENT]*} }',
      'words=(consent-evidence arch); CURRENT=2; _consent_evidence',
      'words=(consent-evidence archive ver); CURRENT=3; _consent_evidence',
      'words=(consent-evidence find --key mock --ph); CURRENT=5; _consent_evidence',
    ];
    const script = completionScript('zsh', createProgram());
    expect(run('zsh', [own, script, ...asked])).toBe('archive\nverify\n--phone\n');
  });

  for (const shell of SHELLS) {
    it.runIf(has(shell))(`is a script that ${shell} can read`, () => {
      expect(run(shell, [completionScript(shell, createProgram())], '-n')).toBe('');
    });
  }
});

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript, SHELLS } from '../../cli/completion/completion-script.ts';
import { createProgram } from '../../cli/program.ts';
import { COMMANDS } from './commands.ts';

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
for (const shell of SHELLS.filter((each) => !has(each))) console.log(`skipped: no ${shell} here`);

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
  const input = [completionScript('bash', createProgram()), ...asked].join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['-s'], { input, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
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

  for (const shell of SHELLS) {
    it.runIf(has(shell))(`is a script that ${shell} can read`, () => {
      const input = completionScript(shell, createProgram());
      expect(spawnSync(shell, ['-n'], { input, encoding: 'utf8' })).toMatchObject({
        ...{ status: 0, stderr: '' },
      });
    });
  }
});

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript, SHELLS } from '../../cli/completion/completion-script.ts';
import { createProgram } from '../../cli/program.ts';
import { COMMANDS } from './commands.ts';

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
for (const shell of SHELLS.filter((each) => !has(each))) console.log(`skipped: no ${shell} here`);

/** Returns what bash offers for the last word of a command line. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', createProgram())}
COMP_WORDS=(consent-evidence ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_consent_evidence
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((word) => word !== '');
}

describe('the completion of the command line', () => {
  it.runIf(has('bash'))('offers in bash each command and each flag where it can stand', () => {
    for (const { name, command } of COMMANDS.filter((each) => !/^(?:mock exec)$/.test(each.name))) {
      const flags = command.options.flatMap(({ long, hidden }) => (hidden ? [] : [long]));
      expect(offered(...name.split(' '), '--')).toEqual(expect.arrayContaining(flags));
    }
    expect(offered('archive', '')).toEqual(expect.arrayContaining(['verify', 'export']));
    expect(offered('arch')).toEqual(['archive']);
  });

  it.runIf(has('bash'))('is not led astray by the value of a flag', () => {
    expect(offered('find', '--key', 'mock', '--ph')).toEqual(['--phone']);
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

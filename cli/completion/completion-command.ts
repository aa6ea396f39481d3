import { Argument, Command } from 'commander';
import { examples } from '../help-layout.ts';
import { SHELLS, type Shell } from './completion-script.ts';

/**
 * `consent-evidence completion`: commands and flags, for a shell that completes them.
 *
 * @param createProgram makes the whole command line.
 */
export function completionCommand(createProgram: () => Command): Command {
  return new Command('completion')
    .description('Print a script that lets a shell complete commands and flags')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      examples(
        'eval "$(consent-evidence completion bash)"',
        'consent-evidence completion fish > ~/.config/fish/completions/consent-evidence.fish',
      ),
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion-script.ts');
      process.stdout.write(completionScript(shell, createProgram()));
    });
}

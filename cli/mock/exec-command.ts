import { Command } from 'commander';
import { examples } from '../examples.ts';
import { flagsOf } from '../flags/flags-of.ts';
import { addMockFlags, dropEmptyVariables, type MockFlags } from './mock-flags.ts';

/** `consent-evidence mock exec`: the fake for as long as one command runs. */
export function execCommand(): Command {
  const command = new Command('exec')
    .description(
      'Start the fake, run a command with its variables, stop, and exit with the command’s code',
    )
    .argument('<command...>', 'the command and its arguments, after --')
    .passThroughOptions()
    .addHelpText('after', examples('consent-evidence mock exec --seed demo -- npm test'));
  // A free port, so that two runs on one machine never collide.
  addMockFlags(command, 0);
  dropEmptyVariables(process.env, command);
  return command.action(async (words: string[], _: unknown, own: Command) => {
    const { runCommand } = await import('./run-command.ts');
    await runCommand(words, flagsOf(own) as unknown as MockFlags);
  });
}

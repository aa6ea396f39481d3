import { Command } from 'commander';
import { examples } from '../examples.ts';
import { flagsOf } from '../flags/flags-of.ts';
import { addressFlags, dropEmptyVariables, type EnvFlags, mockOption } from './mock-flags.ts';

/** `consent-evidence mock env`: the variables of a running fake, for `eval`. */
export function envCommand(): Command {
  const command = new Command('env')
    .description(
      'Print the environment variables of one organization of the running fake, for eval',
    )
    .addOption(mockOption('--as <id>', 'the organization').makeOptionMandatory())
    .addHelpText('after', examples('eval "$(consent-evidence mock env --as acme)"'));
  addressFlags(command).addOption(mockOption('--json', 'print one line of JSON, for scripts'));
  dropEmptyVariables(process.env, command);
  return command.action(async (_: unknown, own: Command) => {
    const { printEnv } = await import('./print-env.ts');
    await printEnv(flagsOf(own) as unknown as EnvFlags);
  });
}

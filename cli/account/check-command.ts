import { Command } from 'commander';
import { examples } from '../help-layout.ts';
import { type AccountFlags, addAccountFlags } from './account-flags.ts';

/** `consent-evidence check`: is this machine set up? */
export function checkCommand(): Command {
  const command = new Command('check').description(
    'Say whose key this is, and report problems with the base URL, the key, API access or the clock. Only reads',
  );
  return addAccountFlags(command)
    .addHelpText('after', () =>
      examples('consent-evidence check', 'consent-evidence check --profile brand-a --json'),
    )
    .action(async (flags: AccountFlags) => {
      const { runCheck } = await import('./run-check.ts');
      await runCheck(flags);
    });
}

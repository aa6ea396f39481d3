import { Command, Option } from 'commander';
import { collect, parseInstant, wholeNumber } from '../../flags/flag-values.ts';
import { examples } from '../../help-layout.ts';
import { addAccountFlags } from '../account-flags.ts';
import type { ReconcileFlags } from './run-reconcile.ts';

/** `consent-evidence reconcile`: lists the records for which no webhook arrived. */
export function reconcileCommand(): Command {
  const command = new Command('reconcile')
    .description(
      'List the records for which no webhook arrived; exit code 1 if there is one. Changes nothing',
    )
    .addOption(
      new Option(
        '--since <instant>',
        'only records created since then, such as 2026-01-05T12:00:00Z',
      )
        .argParser(parseInstant)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--older-than-minutes <number>', 'skip newer ones, whose event may still arrive')
        .argParser(wholeNumber(0, 1_000_000))
        .default(60),
    )
    .addOption(new Option('--domain <name>', 'only this domain; repeatable').argParser(collect));
  return addAccountFlags(command)
    .addHelpText('after', () => examples('consent-evidence reconcile --since 2026-01-05'))
    .action(async (flags: ReconcileFlags) => {
      const { runReconcile } = await import('./run-reconcile.ts');
      await runReconcile(flags);
    });
}

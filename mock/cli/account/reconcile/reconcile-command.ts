import { Command, Option } from 'commander';
import { collect } from '../../collect.ts';
import { examples } from '../../examples.ts';
import { parseInstant } from '../../parse-instant.ts';
import { wholeNumber } from '../../whole-number.ts';
import { addAccountFlags } from '../account-flags.ts';
import type { ReconcileFlags } from './reconcile-flags.ts';

/** `consent-evidence reconcile`: what no webhook brought. */
export function reconcileCommand(): Command {
  const command = new Command('reconcile')
    .description(
      'List the records that no webhook brought: exit code 1 where there is one. Nothing is changed',
    )
    .addOption(
      new Option('--since <instant>', 'records from then on, as 2026-01-05T12:00:00Z')
        .argParser(parseInstant)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--older-than-minutes <number>',
        'leave younger ones out: their event may still be on its way',
      )
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

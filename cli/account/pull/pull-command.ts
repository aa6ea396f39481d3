import { Command, Option } from 'commander';
import { collect, wholeNumber } from '../../flags/flag-values.ts';
import { examples } from '../../help-layout.ts';
import { addAccountFlags } from '../account-flags.ts';
import type { PullFlags } from './run-pull.ts';

const RECORDS_MAX = 10_000;

const NOTE = `
It only reads: a guard stands before each request. Names,
numbers, addresses, identifiers and free text are replaced,
the same value by the same value. The wording of disclosures
stays, without the person's own numbers and names, so that
criteria give the same verdicts. What was left out is said.

An interrupted run keeps what it has in a file beside the
seed; the same command continues.`;

/** `consent-evidence pull`: a seed for the fake that is like the account, without its persons. */
export function pullCommand(): Command {
  const command = new Command('pull')
    .description('Make a seed for the fake that is like your account, without any person in it')
    .addOption(
      new Option('--out <file>', 'the seed to write').makeOptionMandatory().helpGroup('Seed:'),
    )
    .addOption(
      new Option('--domain <name>', 'only this domain; repeatable')
        .argParser(collect)
        .helpGroup('Seed:'),
    )
    .addOption(
      new Option('--limit <number>', 'the most records, the newest of each domain')
        .argParser(wholeNumber(1, RECORDS_MAX))
        .default(1000)
        .helpGroup('Seed:'),
    );
  return addAccountFlags(command)
    .addHelpText('after', () =>
      [
        NOTE,
        examples('consent-evidence pull --out seed.json', 'consent-evidence mock --seed seed.json'),
      ].join('\n'),
    )
    .action(async (flags: PullFlags) => {
      const { runPull } = await import('./run-pull.ts');
      await runPull(flags);
    });
}

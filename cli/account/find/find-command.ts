import { Command, Option } from 'commander';
import { collect, wholeNumber } from '../../flags/flag-values.ts';
import { examples } from '../../help-layout.ts';
import { addAccountFlags } from '../account-flags.ts';
import type { FindFlags } from './run-find.ts';

const LIMIT_MAX = 100_000;

const NOTE = `
Lists match whole values only, so each --key is searched for
51 spellings of the number, on each domain. --scan reads the
whole list of each domain instead, one request per 100
records, and finds the number under any key in any spelling:
inside a text, percent-encoded, escaped, with entities, and
split over the fields of one object.

The results are candidates: a number in a page's footer is
on every record of that page. None of this is ever charged.`;

/** `consent-evidence find`: finds the records that contain a phone number. */
export function findCommand(): Command {
  const command = new Command('find')
    .description('Find the records that contain a phone number, on every domain of the account')
    .addOption(
      new Option('--phone <number>', 'in any formatting; - reads it from the standard input')
        .makeOptionMandatory()
        .helpGroup('What to find:'),
    )
    .addOption(
      new Option('--key <name>', 'a key of your own metadata that holds a phone; repeatable')
        .argParser(collect)
        .default([], 'only the service’s list')
        .helpGroup('What to find:'),
    )
    .addOption(
      new Option('--scan', 'read every list entry: any key, any spelling').helpGroup(
        'What to find:',
      ),
    )
    .addOption(
      new Option('--domain <name>', 'only this domain; repeatable')
        .argParser(collect)
        .helpGroup('Where:'),
    )
    .addOption(
      new Option('--after <domain>', 'after an interruption, continue after this domain').helpGroup(
        'Where:',
      ),
    )
    .addOption(
      new Option('--limit <number>', 'stop after this number of candidates')
        .argParser(wholeNumber(1, LIMIT_MAX))
        .default(1000)
        .helpGroup('Where:'),
    );
  return addAccountFlags(command)
    .addOption(new Option('--csv', 'print CSV').conflicts('json').helpGroup('Account and output:'))
    .addHelpText('after', () =>
      [
        NOTE,
        examples(
          "consent-evidence find --phone '(415) 555-0123' --key lead_phone",
          "consent-evidence find --phone '(415) 555-0123' --scan --csv",
        ),
      ].join('\n'),
    )
    .action(async (flags: FindFlags) => {
      const { runFind } = await import('./run-find.ts');
      await runFind(flags);
    });
}

import { Command, Option } from 'commander';
import { collect } from '../../flags/flag-values.ts';
import { flagsOf } from '../../flags/flags-of.ts';
import { examples } from '../../help-layout.ts';
import { jsonOption } from '../account-flags.ts';
import { type EraseFlags, indexOption } from './archive-flags.ts';

/** `consent-evidence archive find`: the records of an archive that meet all criteria. */
export function findCommand(): Command {
  return new Command('find')
    .description('Find records of an archive by phone, id, domain, month or metadata, together')
    .argument('<dir>', 'the folder of the archive')
    .option('--phone <number>', 'in any formatting; - reads it from the standard input')
    .addOption(
      new Option(
        '--key <name>',
        'a key of your own metadata that holds the phone; repeatable',
      ).argParser(collect),
    )
    .option('--cdr <id>', 'the record')
    .option('--domain <name>', 'the domain')
    .option('--month <month>', 'the month in which the service finished it, such as 2026-01')
    .addOption(
      new Option('--metadata <key=value>', 'a value of your own metadata; repeatable').argParser(
        collect,
      ),
    )
    .addOption(indexOption())
    .addOption(jsonOption())
    .addHelpText('after', () =>
      examples(
        "consent-evidence archive find evidence --phone '(415) 555-0123'",
        'consent-evidence archive find evidence --domain example.com --month 2026-01 --json',
      ),
    )
    .action(async (dir: string, _: unknown, own: Command) => {
      const { runFind } = await import('./run-find.ts');
      await runFind(dir, flagsOf(own));
    });
}

/** `consent-evidence archive erase`: removes one record, and says so in the manifest. */
export function eraseCommand(): Command {
  return new Command('erase')
    .description('Erase one record from an archive, and chain who had it erased and why')
    .argument('<dir>', 'the folder of the archive')
    .argument('<cdr>', 'the id of the record')
    .addOption(
      new Option(
        '--reason <text>',
        'why, such as the number of an order; it is kept, so name no person',
      ).makeOptionMandatory(),
    )
    .addOption(new Option('--by <name>', 'who decided it; it is kept').makeOptionMandatory())
    .addOption(
      new Option('--hold <cdrId>', 'a record that must not be erased; repeatable').argParser(
        collect,
      ),
    )
    .option('--yes', 'erase without asking; required where no one can be asked')
    .addOption(indexOption())
    .addOption(jsonOption())
    .addHelpText('after', () =>
      examples("consent-evidence archive erase evidence cdr_1 --reason 'order 17' --by ann"),
    )
    .action(async (dir: string, cdrId: string, _: unknown, own: Command) => {
      const { runErase } = await import('./run-erase.ts');
      await runErase(dir, cdrId, flagsOf(own) as unknown as EraseFlags);
    });
}

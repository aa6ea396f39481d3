import { Command, Option } from 'commander';
import { collect, wholeNumber } from '../../flags/flag-values.ts';
import { examples } from '../../help-layout.ts';
import { addAccountFlags } from '../account-flags.ts';
import { addProofFlags, type DossierFlags, indexOption } from './archive-flags.ts';

/** `consent-evidence dossier`: everything about one phone number, for a lawyer. */
export function dossierCommand(): Command {
  const command = new Command('dossier')
    .description(
      'Write records, images, one printable page and a form to sign about a phone number to a folder',
    )
    .addOption(
      new Option(
        '--phone <number>',
        'in any formatting; - reads it from the standard input',
      ).makeOptionMandatory(),
    )
    .addOption(new Option('--out <dir>', 'a new folder to write').makeOptionMandatory())
    .addOption(
      new Option('--key <name>', 'a key of your own metadata that holds a phone; repeatable')
        .argParser(collect)
        .default([], 'only the service’s list'),
    )
    .addOption(new Option('--domain <name>', 'only this domain; repeatable').argParser(collect))
    .addOption(new Option('--archive <dir>', 'an archive to search as well'))
    .addOption(indexOption())
    .addOption(
      new Option('--offline', 'search only the archive; needs no account').conflicts([
        'domain',
        'profile',
      ]),
    )
    .addOption(new Option('--ledger <file>', 'the SQLite file of a lead intake’s ledger'))
    .addOption(
      new Option('--lead <id>', 'a lead in the ledger about this number; repeatable').argParser(
        collect,
      ),
    )
    .addOption(new Option('--source <name>', 'the source of these leads').default(''))
    .addOption(new Option('--note <text>', 'a note for the cover, such as a docket number'))
    .addOption(
      new Option('--limit <number>', 'the maximum number of records')
        .argParser(wholeNumber(1, 1000))
        .default(200),
    );
  return addAccountFlags(addProofFlags(command))
    .addHelpText('after', () =>
      examples(
        "consent-evidence dossier --phone '(415) 555-0123' --out case-25-0147 --note 25-cv-0147",
      ),
    )
    .action(async (flags: DossierFlags) => {
      const { runDossier } = await import('./run-dossier.ts');
      await runDossier(flags);
    });
}

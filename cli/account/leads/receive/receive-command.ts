import { Command, Option } from 'commander';
import { wholeNumber } from '../../../flags/flag-values.ts';
import { examples } from '../../../help-layout.ts';
import { jsonOption } from '../../account-flags.ts';
import { addLedgerFlags } from '../ledger-flags.ts';
import type { ReceiveFlags } from './run-receive.ts';

const WEEK_MINUTES = 7 * 24 * 60;

const NOTE = `
Each accepted lead can be charged. --max-receives bounds the
leads of this file that are ever sent, over all runs. After
an interruption or a kill, run the same command again: no
lead is paid for twice. Without --id, the id of a lead is
the SHA-256 of its token and phone.`;

/** `consent-evidence leads receive`: takes the leads of a CSV file. */
export function receiveCommand(): Command {
  const command = new Command('receive')
    .description('Take the leads of a CSV file, and write it again with each decision. This pays')
    .argument('<file>', 'the CSV file, in UTF-8, with a header')
    .addOption(new Option('--share <column>', 'the column of share URLs').makeOptionMandatory())
    .addOption(new Option('--phone <column>', 'the column of phones').makeOptionMandatory())
    .addOption(new Option('--id <column>', 'the column of the seller’s own ids'))
    .addOption(new Option('--source <name>', 'the source of all leads').default('', 'none'))
    .addOption(
      new Option('--criteria <file>', 'the acceptance criteria, as JSON').makeOptionMandatory(),
    )
    .addOption(
      new Option('--max-receives <number>', 'the most leads of this file to send, ever')
        .argParser(wholeNumber(0, 10_000_000))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--out <file>', 'where to write the result').makeOptionMandatory())
    .addOption(
      new Option('--wait-minutes <number>', 'how long to wait for held leads at the end')
        .argParser(wholeNumber(0, WEEK_MINUTES))
        .default(60),
    )
    .addOption(new Option('--untold', 'there is no program to be told of the decisions'))
    .addOption(new Option('--create-ledger', 'make the ledger if there is none'))
    .addOption(new Option('--profile <name>', 'an account of the profiles file'));
  return addLedgerFlags(command)
    .addOption(jsonOption())
    .addHelpText('after', NOTE)
    .addHelpText('after', () =>
      examples(
        'consent-evidence leads receive bought.csv --share consent_url --phone phone --id lead_id --source sunroof --criteria criteria.json --max-receives 500 --out decided.csv --ledger leads.db',
      ),
    )
    .action(async (file: string, flags: ReceiveFlags) => {
      const { runReceive } = await import('./run-receive.ts');
      await runReceive(file, flags);
    });
}

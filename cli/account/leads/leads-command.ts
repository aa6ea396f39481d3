import { Command, Option } from 'commander';
import { parseInstant } from '../../flags/flag-values.ts';
import { examples } from '../../help-layout.ts';
import { jsonOption } from '../account-flags.ts';
import { addLedgerFlags } from './ledger-flags.ts';
import { receiveCommand } from './receive/receive-command.ts';
import type { HeldFlags } from './run-held.ts';
import type { ReportFlags } from './run-report.ts';
import type { SettleFlags } from './run-settle.ts';
import type { ShowFlags } from './run-show.ts';

const sourceOption = (): Option =>
  new Option('--source <name>', 'the source of the lead').default('', 'none');

function heldCommand(): Command {
  const command = new Command('held')
    .description(
      'List the leads that are not decided, oldest first; exit code 1 if somebody must act. Sends nothing',
    )
    .addOption(new Option('--source <name>', 'only leads of this source'))
    .addOption(new Option('--code <code>', 'only leads held with this code'))
    .addOption(
      new Option('--before <instant>', 'only leads first taken before').argParser(parseInstant),
    );
  return addLedgerFlags(command)
    .addOption(jsonOption())
    .addHelpText('after', () =>
      examples('consent-evidence leads held --ledger leads.db --code PAID_UNKNOWN'),
    )
    .action(async (flags: HeldFlags) => {
      const { runHeld } = await import('./run-held.ts');
      await runHeld(flags);
    });
}

function showCommand(): Command {
  const command = new Command('show')
    .description('Print all that the ledger has about a lead but its share URL. Sends nothing')
    .argument('<id>', 'the id of the lead')
    .addOption(sourceOption());
  return addLedgerFlags(command)
    .addOption(jsonOption())
    .addHelpText('after', () =>
      examples('consent-evidence leads show L-1 --source sunroof --ledger leads.db'),
    )
    .action(async (id: string, flags: ShowFlags) => {
      const { runShow } = await import('./run-show.ts');
      await runShow(id, flags);
    });
}

const TOLD = `
The decision is left due: the next pass of your program
calls onDecision with it, and erases the phone. --accept
reads the record with the key of the account; it must be
yours, and no other lead's.`;

function settleCommand(): Command {
  const command = new Command('settle')
    .description('Close one lead by your own word. Never charges')
    .argument('<id>', 'the id of the lead')
    .addOption(sourceOption())
    .addOption(new Option('--accept <cdrId>', 'accept it, with this record').conflicts('refuse'))
    .addOption(new Option('--refuse <reason>', 'refuse it, for your own log'))
    .addOption(new Option('--seller-message <text>', 'the reason, for its seller'))
    .addOption(new Option('--by <name>', 'who decides').makeOptionMandatory())
    .addOption(new Option('--note <text>', 'anything that explains the decision later'))
    .addOption(new Option('--untold', 'erase at once: there is no program to be told'))
    .addOption(new Option('--profile <name>', 'an account of the profiles file, for --accept'));
  return addLedgerFlags(command)
    .addOption(jsonOption())
    .addHelpText('after', TOLD)
    .addHelpText('after', () =>
      examples(
        "consent-evidence leads settle L-1 --source sunroof --refuse 'link was reported' --by ann --ledger leads.db",
        'consent-evidence leads settle L-2 --accept cdr_1 --by ann --ledger leads.db',
      ),
    )
    .action(async (id: string, flags: SettleFlags) => {
      const { runSettle } = await import('./run-settle.ts');
      await runSettle(id, flags);
    });
}

function reportCommand(): Command {
  const command = new Command('report')
    .description(
      'Count what was taken, accepted and refused, and the charges at most. Sends nothing',
    )
    .addOption(new Option('--from <instant>', 'from then on').argParser(parseInstant))
    .addOption(new Option('--to <instant>', 'before then; default: now').argParser(parseInstant))
    .addOption(
      new Option('--by <what>', 'what the groups are')
        .choices(['source', 'day', 'code'])
        .default('source'),
    )
    .addOption(new Option('--html <file>', 'where to write it as an HTML page'))
    .addOption(new Option('--csv <file>', 'where to write the groups as CSV'));
  return addLedgerFlags(command)
    .addOption(jsonOption())
    .addHelpText('after', '\nA date such as 2026-01-05 is the beginning of that day, UTC.')
    .addHelpText('after', () =>
      examples(
        'consent-evidence leads report --ledger leads.db --from 2026-01-01 --to 2026-02-01 --html january.html',
      ),
    )
    .action(async (flags: ReportFlags) => {
      const { runReport } = await import('./run-report.ts');
      await runReport(flags);
    });
}

/** `consent-evidence leads`: the ledger of a lead intake, for the people around it. */
export function leadsCommand(): Command {
  return new Command('leads')
    .description('Look into the ledger of a lead intake, and close leads by your own word')
    .addCommand(heldCommand())
    .addCommand(showCommand())
    .addCommand(settleCommand())
    .addCommand(reportCommand())
    .addCommand(receiveCommand());
}

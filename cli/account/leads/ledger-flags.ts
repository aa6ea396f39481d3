import { type Command, Option } from 'commander';

/** Flags that name a ledger. */
export interface LedgerFlags {
  readonly ledger: string;
  readonly account: string;
  readonly table?: string;
  readonly json?: true;
}

/** The variable for `--ledger`: the URL of a database has a password. */
export const LEDGER_VARIABLE = 'CONSENT_EVIDENCE_LEDGER';

const GROUP = 'Ledger:';

/** Adds the options that name a ledger. */
export function addLedgerFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--ledger <file>', `SQLite file or postgres:// URL; or ${LEDGER_VARIABLE}`)
        .env(LEDGER_VARIABLE)
        .makeOptionMandatory()
        .helpGroup(GROUP),
    )
    .addOption(
      new Option('--account <name>', 'the option account of the intakes that filled it')
        .default('', 'none')
        .helpGroup(GROUP),
    )
    .addOption(
      new Option('--table <name>', 'its table, if it is not the default one').helpGroup(GROUP),
    );
}

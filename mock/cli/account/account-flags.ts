import { type Command, Option } from 'commander';

/** What every command on the real account is told. */
export interface AccountFlags {
  readonly profile?: string;
  readonly json?: true;
}

const GROUP_OF_ACCOUNT = 'Account and output:';

/** `--json`, as every command has it. */
export function jsonOption(): Option {
  return new Option('--json', 'print one line of JSON, for scripts').helpGroup(GROUP_OF_ACCOUNT);
}

/**
 * Gives a command what names the account. There is no flag for a key: every process of a machine can
 * read the command lines of all others, and shells write them down.
 */
export function addAccountFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--profile <name>', 'an account of the profiles file').helpGroup(GROUP_OF_ACCOUNT),
    )
    .addOption(jsonOption());
}

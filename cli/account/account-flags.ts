import { type Command, Option } from 'commander';

/** Flags of every command on the real account. */
export interface AccountFlags {
  readonly profile?: string;
  readonly json?: true;
}

const GROUP_OF_ACCOUNT = 'Account and output:';

/** Returns the option `--json`, the same for every command. */
export function jsonOption(group = 'Output:'): Option {
  return new Option('--json', 'print one line of JSON, for scripts').helpGroup(group);
}

/**
 * Adds the options that name the account. There is no flag for a key: every process on a machine
 * can read the command lines of all others, and shells store them.
 */
export function addAccountFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--profile <name>', 'an account of the profiles file').helpGroup(GROUP_OF_ACCOUNT),
    )
    .addOption(jsonOption(GROUP_OF_ACCOUNT));
}

import { type Command, Option } from 'commander';

/** Gives a command what signs its manifest. The key comes from a file that only its owner can read. */
export function addSignFlags(command: Command): Command {
  const group = 'Proof:';
  return command
    .addOption(
      new Option('--sign-key <file>', 'sign the manifest: an Ed25519 key as PEM').helpGroup(group),
    )
    .addOption(new Option('--sign-key-id <id>', 'what that key is called').helpGroup(group));
}

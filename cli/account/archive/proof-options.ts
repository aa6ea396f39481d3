import { type Command, Option } from 'commander';

/** Adds the flags that prove a manifest. The key is in a file that only its owner can read. */
export function addProofFlags(command: Command): Command {
  const group = 'Proof:';
  return command
    .addOption(
      new Option('--sign-key <file>', 'sign the manifest: an Ed25519 key as PEM').helpGroup(group),
    )
    .addOption(new Option('--sign-key-id <id>', 'the id of the signing key').helpGroup(group))
    .addOption(
      new Option(
        '--timestamp <url>',
        'timestamp the manifest at an RFC 3161 authority, such as https://freetsa.org/tsr',
      ).helpGroup(group),
    );
}

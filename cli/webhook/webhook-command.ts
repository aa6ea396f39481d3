import { Command, InvalidArgumentError, Option } from 'commander';
import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from '../../src/contract/limits.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { wholeNumber } from '../flags/flag-values.ts';
import { examples } from '../help-layout.ts';
import type { SendFlags, SignFlags, TargetFlags } from './run-webhook.ts';

const SECRET_VARIABLE = 'CONSENT_EVIDENCE_WEBHOOK_SECRET';

function hostName(text: string): string {
  const host = text.toLowerCase();
  if (URL.parse(`http://${host}`)?.host === host) return host;
  throw new InvalidArgumentError('Expected a host name or address, without a port.');
}

function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(
      new Option(
        '--secret <secret>',
        'the signing secret from the dashboard; better in the variable, because others can read command lines',
      ).env(SECRET_VARIABLE),
    )
    .addOption(new Option('--secret-file <file>', 'a file with the secret, readable only by you'))
    .addOption(new Option('--json', 'print one line of JSON, for scripts'));
}

function targetCommand(name: string, description: string): Command {
  return command(name, description)
    .argument('<url>', "the receiver's address, on this machine unless --allow-host names it")
    .addOption(
      new Option('--allow-host <host>', 'another host to which requests may be sent').argParser(
        hostName,
      ),
    )
    .addOption(
      new Option('--timeout-ms <number>', 'how long to wait for each response')
        .argParser(wholeNumber(1, WEBHOOK_ATTEMPT_TIMEOUT_MS))
        .default(WEBHOOK_ATTEMPT_TIMEOUT_MS),
    );
}

/** Takes the secret from its file if there is one. */
async function findSecret(command: Command): Promise<void> {
  const { secret, secretFile } = command.opts<{ secret?: string; secretFile?: string }>();
  if (secretFile !== undefined) {
    const { readSecretFile } = await import('../files/read-private-file.ts');
    command.setOptionValue('secret', await readSecretFile('--secret-file', secretFile));
  } else if (secret === undefined || secret === '') {
    throw invalidInput('--secret', `is required: set ${SECRET_VARIABLE}, or use --secret-file`);
  }
}

/** `consent-evidence webhook`: tools for developers of a receiver. */
export function webhookCommand(): Command {
  const doctorCommand = targetCommand(
    'doctor',
    'Post good and bad deliveries to a receiver and explain its responses. Eight of them are ' +
      'genuine events for records that do not exist. Exit code 1 if something is wrong',
  ).action(async (address: string, flags: TargetFlags) => {
    const { doctor } = await import('./run-webhook.ts');
    await doctor(address, flags);
  });
  const sendCommand = targetCommand('send', 'Post one signed event. Exit code 0 for a 2xx')
    .addOption(new Option('--body <file>', 'what to send; - reads the standard input'))
    .addOption(
      new Option('--age-seconds <number>', 'the age of the signature')
        .argParser(wholeNumber(0, 1_000_000_000))
        .default(0),
    )
    .action(async (address: string, flags: SendFlags) => {
      const { send } = await import('./run-webhook.ts');
      await send(address, flags);
    });
  const signCommand = command('sign', 'Print the three headers that sign a body')
    .argument('<file>', 'the body, byte for byte; - reads the standard input')
    .addOption(new Option('--webhook-id <id>', 'required if the body has no webhookId'))
    .addOption(
      new Option('--timestamp <seconds>', 'Unix seconds (default: now)').argParser(
        wholeNumber(0, 9_999_999_999),
      ),
    )
    .action(async (file: string, flags: SignFlags) => {
      const { sign } = await import('./run-webhook.ts');
      await sign(file, flags);
    });
  return new Command('webhook')
    .description('Tools for receivers of webhooks')
    .hook('preAction', (_, command) => findSecret(command))
    .addCommand(doctorCommand)
    .addCommand(sendCommand)
    .addCommand(signCommand)
    .addHelpText(
      'after',
      examples(
        'consent-evidence webhook doctor http://127.0.0.1:3000/hooks --secret-file secret.txt',
        'consent-evidence webhook send http://127.0.0.1:3000/hooks --age-seconds 301',
        'consent-evidence webhook sign event.json --json',
      ),
    );
}

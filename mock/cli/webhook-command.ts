import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from '../../src/contract/limits.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { signWebhook } from '../../src/webhooks/sign.ts';
import { diagnose } from './diagnose.ts';
import { examineWebhook, type Finding } from './examine-webhook.ts';
import { formatFindings } from './format-findings.ts';
import { deliveryHeaders, postWebhook } from './post-webhook.ts';
import { printableJson, printableLines } from './printable.ts';
import { readWebhookBody, webhookIdOf } from './webhook-body.ts';
import { sampleEvent } from './webhook-event.ts';
import { webhookTarget } from './webhook-target.ts';

interface CommonFlags {
  readonly secret: string;
  readonly json?: true;
}

interface TargetFlags extends CommonFlags {
  readonly allowHost?: string;
  readonly timeoutMs: number;
}

interface SendFlags extends TargetFlags {
  readonly body?: string;
  readonly ageSeconds: number;
}

interface SignFlags extends CommonFlags {
  readonly webhookId?: string;
  readonly timestamp?: number;
}

const now = Date.now;

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

function hostName(text: string): string {
  const host = text.toLowerCase();
  if (URL.parse(`http://${host}`)?.host === host) return host;
  throw new InvalidArgumentError('Expected a host name or address, without a port.');
}

function print(json: true | undefined, value: unknown, text: string): void {
  process.stdout.write(`${json ? printableJson(value) : printableLines(text)}\n`);
}

async function doctor(address: string, flags: TargetFlags): Promise<void> {
  const { secret, timeoutMs, allowHost, json } = flags;
  const url = webhookTarget(address, allowHost);
  const { cause, findings } = diagnose(
    await examineWebhook({
      secret,
      now,
      runId: `doctor_${randomUUID()}`,
      post: (post) => postWebhook(url, post, timeoutMs),
    }),
  );
  const isRight = ({ verdict }: Finding): boolean => verdict === 'pass' || verdict === 'warn';
  const ok = findings.every(isRight);
  const report = { url: url.href, ok, ...(cause !== undefined && { cause }), findings };
  print(json, report, formatFindings(findings, cause));
  if (!ok) process.exitCode = 1;
}

async function send(address: string, flags: SendFlags): Promise<void> {
  const { secret, timeoutMs, allowHost, json, ageSeconds } = flags;
  const url = webhookTarget(address, allowHost);
  const made = (): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(sampleEvent(`sent_${randomUUID()}`, now()));
  const body = flags.body === undefined ? made() : await readWebhookBody('--body', flags.body);
  const webhookId = webhookIdOf(body) ?? `sent_${randomUUID()}`;
  const timestamp = Math.floor(now() / 1000) - ageSeconds;
  const headers = await deliveryHeaders({ body, secret, webhookId, timestamp });
  const answer = await postWebhook(url, { body, headers }, timeoutMs);
  const { status, error, tookMs } = answer;
  const text = `${webhookId}: ${status ?? error} after ${tookMs} ms`;
  print(json, { url: url.href, webhookId, timestamp, ...answer }, text);
  if (status === undefined || status < 200 || status > 299) process.exitCode = 1;
}

async function sign(path: string, { secret, json, timestamp, ...flags }: SignFlags): Promise<void> {
  const body = await readWebhookBody('file', path);
  const webhookId = flags.webhookId ?? webhookIdOf(body);
  if (webhookId === undefined) {
    throw invalidInput('--webhook-id', 'expected, for the body names no webhookId');
  }
  const headers = await signWebhook({ body, secret, webhookId, timestamp });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  print(json, headers, lines.join('\n'));
}

function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(
      new Option('--secret <secret>', 'the signing secret of the dashboard')
        .env('CONSENT_EVIDENCE_WEBHOOK_SECRET')
        .makeOptionMandatory(),
    )
    .addOption(new Option('--json', 'print one line of JSON, for scripts'));
}

function targetCommand(name: string, description: string): Command {
  return command(name, description)
    .argument('<url>', "the receiver's address, on this machine unless --allow-host names it")
    .addOption(
      new Option('--allow-host <host>', 'another host that may be posted to').argParser(hostName),
    )
    .addOption(
      new Option('--timeout-ms <number>', 'how long to wait for each answer')
        .argParser(wholeNumber(1, WEBHOOK_ATTEMPT_TIMEOUT_MS))
        .default(WEBHOOK_ATTEMPT_TIMEOUT_MS),
    );
}

/** `consent-evidence webhook`: tools for whoever writes a receiver. */
export function webhookCommand(): Command {
  const doctorCommand = targetCommand(
    'doctor',
    'Posts good and bad deliveries to a receiver and says what its answers mean. Three of them are ' +
      'genuine events of records that do not exist. Exit code 1 when something is wrong.',
  ).action(doctor);
  const sendCommand = targetCommand('send', 'Posts one signed event. Exit code 0 for a 2xx.')
    .addOption(new Option('--body <file>', 'what to send; - reads the standard input'))
    .addOption(
      new Option('--age-seconds <number>', 'how long ago it was signed')
        .argParser(wholeNumber(0, 1_000_000_000))
        .default(0),
    )
    .action(send);
  const signCommand = command('sign', 'Prints the three headers that sign a body')
    .argument('<file>', 'the body, byte for byte; - reads the standard input')
    .addOption(new Option('--webhook-id <id>', 'when the body names no webhookId'))
    .addOption(
      new Option('--timestamp <seconds>', 'Unix seconds (default: now)').argParser(
        wholeNumber(0, 9_999_999_999),
      ),
    )
    .action(sign);
  return new Command('webhook')
    .description('Tools for receivers of webhooks')
    .addCommand(doctorCommand)
    .addCommand(sendCommand)
    .addCommand(signCommand)
    .addHelpText(
      'after',
      `
Examples:
  $ consent-evidence webhook doctor http://127.0.0.1:3000/webhooks/cdr --secret whsec_…
  $ consent-evidence webhook send http://127.0.0.1:3000/webhooks/cdr --age-seconds 301
  $ consent-evidence webhook sign event.json --json`,
    );
}

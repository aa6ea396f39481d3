import { type Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../flags/flag-values.ts';

/** Flags of `consent-evidence mock`. */
export interface MockFlags {
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly seed?: string;
  readonly watch?: true;
  readonly state?: string;
  readonly now?: string;
  readonly freeze?: true;
  readonly idSeed?: string;
  readonly reading?: readonly string[];
  readonly calibration?: string;
  readonly requestsKept?: number;
  readonly webhook?: string;
  readonly dashboard?: string;
  readonly controlToken?: string;
  readonly keepBodies?: boolean;
  readonly whileStdin?: true;
  readonly as?: string;
  readonly writeEnv?: string;
  readonly quiet?: true;
  readonly json?: true;
}

/** Where a running fake is. */
export interface FakeAddress {
  readonly port: number;
  readonly host: string;
  readonly controlToken?: string;
  /** Its control API, or that of one of its worlds, in place of host and port. */
  readonly controlUrl?: string;
}

/** Flags of `consent-evidence mock open`. */
export interface OpenFlags extends FakeAddress {
  readonly json?: true;
}

/** Flags of `consent-evidence mock env`. */
export interface EnvFlags extends OpenFlags {
  readonly as: string;
}

/** Flags of `consent-evidence mock logs`. */
export interface LogsFlags extends OpenFlags {
  readonly follow?: true;
  readonly limit: number;
}

const ENV_PREFIX = 'CONSENT_EVIDENCE_MOCK_';

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535; 0 chooses a free port.');
}

/** Collects the values of a repeatable flag; in its variable they are separated by commas. */
function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((each) => each.trim())];
}

/** Creates a flag that is also an environment variable. */
export function mockOption(flags: string, description: string): Option {
  const each = new Option(flags, description);
  return each.env(ENV_PREFIX + each.name().replaceAll('-', '_').toUpperCase());
}

/**
 * Deletes variables that are set but mean nothing: Compose files and CI set unused variables to an
 * empty text, and switches to `0` or `false`.
 */
export function dropEmptyVariables(env: NodeJS.ProcessEnv, command: Command): void {
  for (const { envVar, required } of command.options) {
    if (envVar === undefined) continue;
    const none = required ? [''] : ['', '0', 'false'];
    if (none.includes(env[envVar] ?? 'set')) Reflect.deleteProperty(env, envVar);
  }
}

/** An uncommon port, and the same on every machine, so that it can be in a `.env` file. */
export const DEFAULT_PORT = 4010;

/** Others can read command lines, so that the token can be in a file, too. */
function controlTokenFile(): Option {
  return mockOption('--control-token-file <file>', 'a file with the token, readable only by you');
}

/** Takes the control token from its file if there is one. */
export async function findControlToken(command: Command): Promise<void> {
  const { controlTokenFile: file } = command.opts<{ controlTokenFile?: string }>();
  if (file === undefined) return;
  const { readSecretFile } = await import('../files/read-private-file.ts');
  command.setOptionValue('controlToken', await readSecretFile('--control-token-file', file));
}

/**
 * Takes the address of the running fake from the variables that `mock` itself prints, where no flag
 * says it.
 */
export function findAddress(command: Command, env: NodeJS.ProcessEnv): void {
  const isGiven = [command, command.parent].some((each) =>
    ['port', 'host'].some((name) =>
      ['cli', 'env'].includes(each?.getOptionValueSource(name) ?? ''),
    ),
  );
  const text = env['CONSENT_EVIDENCE_CONTROL_URL'] ?? '';
  if (isGiven || !URL.canParse(text)) return;
  const { protocol, pathname } = new URL(text);
  if (protocol !== 'http:' || !pathname.endsWith('/_mock/api')) return;
  command.setOptionValue('controlUrl', text);
  const token = env['CONSENT_EVIDENCE_CONTROL_TOKEN'];
  if (token && command.getOptionValue('controlToken') === undefined) {
    command.setOptionValue('controlToken', token);
  }
}

/** Adds the flags that say where a running fake is. */
export function addressFlags(command: Command): Command {
  return command
    .addOption(
      mockOption('--port <number>', 'the port of the fake')
        .argParser(parsePort)
        .default(DEFAULT_PORT),
    )
    .addOption(mockOption('--host <address>', 'its address').default('127.0.0.1'))
    .addOption(mockOption('--control-token <token>', 'the token of the control API'))
    .addOption(controlTokenFile());
}

/** Returns the flags of the fake, grouped by purpose. */
function mockOptions(defaultPort: number): Readonly<Record<string, readonly Option[]>> {
  return {
    'What it holds:': [
      mockOption('--seed <demo|file>', 'the initial data; default: a producer and a buyer'),
      mockOption('--watch', 'start over whenever the seed file changes'),
      mockOption('--state <file>', 'keep the state between runs; saved at most once a second'),
      mockOption('--id-seed <text>', 'make ids and secrets the same in every run'),
      mockOption(
        '--requests-kept <number>',
        'how many requests to keep; default: the last 1,000',
      ).argParser(wholeNumber(1, 1_000_000)),
    ],
    'How it behaves:': [
      mockOption('--now <instant>', 'the time at the start; the clock runs from there'),
      mockOption('--freeze', 'stop the clock until it is advanced'),
      mockOption(
        '--reading <name=value>',
        'choose a reading of an open point; repeatable',
      ).argParser(collect),
      mockOption('--calibration <file>', 'use the readings that a calibration report found'),
      mockOption('--webhook <url>', 'send the events of every organization there'),
      mockOption(
        '--dashboard <url>',
        'where a share URL redirects to; default: a page of the fake',
      ),
    ],
    'What it keeps:': [
      mockOption(
        '--keep-bodies',
        'keep request and response bodies, masked in the inspector; default: only with a seed of reserved names',
      ),
      new Option('--no-keep-bodies', 'never keep bodies'),
    ],
    'Where it listens:': [
      mockOption('--port <number>', 'the port to listen on; 0 chooses a free one')
        .argParser(parsePort)
        .default(defaultPort),
      mockOption('--host <address>', 'the address to listen on').default('127.0.0.1'),
      mockOption(
        '--allow-host <name>',
        'another host name that callers use, such as a container name; repeatable',
      ).argParser(collect),
      mockOption(
        '--control-token <token>',
        'the token of the control API; required beyond loopback',
      ),
      controlTokenFile(),
    ],
    'When it stops:': [
      mockOption('--while-stdin', 'stop when its input ends, as it does with its parent process'),
    ],
    'What it prints:': [
      mockOption(
        '--as <id>',
        'the organization of the plain CONSENT_EVIDENCE_API_KEY (default: the first)',
      ),
      mockOption('--write-env <file>', 'also write the variables to this file'),
      mockOption('--quiet', 'print no line for each request and delivery'),
      mockOption('--json', 'print one line of JSON, for scripts'),
    ],
  };
}

/** Adds every flag of the fake; each is also an environment variable. */
export function addMockFlags(command: Command, defaultPort: number): Command {
  for (const [group, options] of Object.entries(mockOptions(defaultPort))) {
    for (const option of options) command.addOption(option.helpGroup(group));
  }
  return command;
}

import { type Command, InvalidArgumentError, Option } from 'commander';

/** What `consent-evidence mock` is told. */
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
  readonly webhook?: string;
  readonly dashboard?: string;
  readonly controlToken?: string;
  readonly writeEnv?: string;
  readonly envFile?: string;
  readonly json?: true;
}

const ENV_PREFIX = 'CONSENT_EVIDENCE_MOCK_';

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535; 0 takes a free port.');
}

/** A flag that may be repeated; in its variable the values stand with commas between. */
function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((each) => each.trim())];
}

function option(flags: string, description: string): Option {
  const each = new Option(flags, description);
  return each.env(ENV_PREFIX + each.name().replaceAll('-', '_').toUpperCase());
}

/** Compose files and CI set variables to nothing to say nothing, and a switch to `0` to say no. */
export function dropEmptyVariables(env: NodeJS.ProcessEnv, command: Command): void {
  for (const { envVar, required } of command.options) {
    if (envVar === undefined) continue;
    const none = required ? [''] : ['', '0', 'false'];
    if (none.includes(env[envVar] ?? 'set')) Reflect.deleteProperty(env, envVar);
  }
}

/** Gives a command every flag of the fake; each is also an environment variable. */
export function addMockFlags(command: Command, defaultPort: number): Command {
  return (
    command
      .addOption(
        option('--port <number>', 'the port to listen on; 0 takes a free one')
          .argParser(parsePort)
          .default(defaultPort),
      )
      .addOption(option('--host <address>', 'the address to listen on').default('127.0.0.1'))
      .addOption(
        option(
          '--allow-host <name>',
          'another name by which callers reach the fake, as a container has one; may be repeated',
        ).argParser(collect),
      )
      .addOption(
        option(
          '--seed <demo|file>',
          'what the world holds from the start; a producer and a buyer unless said',
        ),
      )
      .addOption(option('--watch', 'begin anew whenever the seed file has changed'))
      .addOption(
        option('--state <file>', 'where the world is kept from run to run, once a second at most'),
      )
      .addOption(option('--now <instant>', 'when the world begins; its clock runs on from there'))
      .addOption(option('--freeze', 'the clock stands still until it is told to advance'))
      .addOption(option('--id-seed <text>', 'ids and secrets repeat from run to run'))
      .addOption(
        option('--reading <name=value>', 'how an open point is read; may be repeated').argParser(
          collect,
        ),
      )
      .addOption(option('--webhook <url>', 'where the events of every organization are sent'))
      .addOption(
        option(
          '--dashboard <url>',
          'where share URLs send a person; a page of the fake unless said',
        ),
      )
      .addOption(
        option('--control-token <token>', 'what the control API demands; needed beyond loopback'),
      )
      .addOption(option('--write-env <file>', 'where to write the variables as well'))
      // Node takes this name for itself, behind the script too, and stops where the file is not there
      // yet; it serves where the file exists, and on other runtimes.
      .addOption(new Option('--env-file <file>', 'the same as --write-env').hideHelp())
      .addOption(option('--json', 'print one line of JSON, for scripts'))
  );
}

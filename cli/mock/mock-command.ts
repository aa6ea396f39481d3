import { Command, Option } from 'commander';
import { wholeNumber } from '../flags/flag-values.ts';
import { flagsOf } from '../flags/flags-of.ts';
import { examples } from '../help-layout.ts';
import type { CoverageFlags } from './coverage-run.ts';
import {
  addMockFlags,
  addressFlags,
  DEFAULT_PORT,
  dropEmptyVariables,
  type EnvFlags,
  findAddress,
  findControlToken,
  type LogsFlags,
  type MockFlags,
  mockOption,
  type OpenFlags,
} from './mock-flags.ts';

/** Gives a command the flags that say where the running fake is, and what it does with them. */
function ofRunningFake(
  command: Command,
  json: string,
  act: (flags: OpenFlags) => Promise<void>,
): Command {
  addressFlags(command).addOption(mockOption('--json', json));
  dropEmptyVariables(process.env, command);
  return command.action(async (_: unknown, own: Command) => {
    findAddress(own, process.env);
    await act(flagsOf(own) as unknown as OpenFlags);
  });
}

/** `consent-evidence mock env`: the variables of a running fake, for `eval`. */
function envCommand(): Command {
  const command = new Command('env')
    .description(
      'Print the environment variables of one organization of the running fake, for eval',
    )
    .addOption(mockOption('--as <id>', 'the organization').makeOptionMandatory())
    .addHelpText('after', examples('eval "$(consent-evidence mock env --as acme)"'));
  return ofRunningFake(command, 'print one line of JSON, for scripts', async (flags) => {
    const { printEnv } = await import('./print-env.ts');
    await printEnv(flags as EnvFlags);
  });
}

/** The most lines that can be asked for at once, as of the control API. */
const LIMIT_MAX = 1000;

/** `consent-evidence mock logs`: what a running fake was asked, and what it delivered. */
function logsCommand(): Command {
  const command = new Command('logs')
    .description('Print the requests and the deliveries of the running fake')
    .addOption(
      new Option(
        '-f, --follow',
        'keep printing what is new, until Ctrl-C; not with --json',
      ).conflicts('json'),
    )
    .addOption(
      new Option('--limit <number>', 'how many of the newest lines')
        .argParser(wholeNumber(1, LIMIT_MAX))
        .default(100),
    )
    .addHelpText('after', examples('consent-evidence mock logs --follow'));
  return ofRunningFake(command, 'print one line of JSON, for scripts', async (flags) => {
    const { printLogs } = await import('./print-logs.ts');
    await printLogs(flags as LogsFlags);
  });
}

/** `consent-evidence mock open`: the inspector in a browser. */
function openCommand(): Command {
  const command = new Command('open')
    .description('Open the inspector of the running fake in a browser, and print its address')
    .addHelpText('after', examples('consent-evidence mock open'));
  return ofRunningFake(command, 'print one line of JSON, and open nothing', async (flags) => {
    const { openPage } = await import('./open-page.ts');
    await openPage(flags);
  });
}

/** `consent-evidence mock exec`: the fake for as long as one command runs. */
function execCommand(): Command {
  const command = new Command('exec')
    .description(
      'Start the fake, run a command with its variables, stop, and exit with the command’s code',
    )
    .argument('<command...>', 'the command and its arguments, after --')
    .passThroughOptions()
    .addHelpText(
      'after',
      examples(
        'consent-evidence mock exec --seed demo -- npm test',
        'consent-evidence mock exec --coverage --min 60 --out coverage.html -- npm test',
      ),
    );
  command
    .addOption(
      new Option('--coverage', 'report what the command’s tests have met of the service').helpGroup(
        'What it reports:',
      ),
    )
    .addOption(
      new Option('--min <percent>', 'with --coverage: exit with 1 if the tests have met less')
        .argParser(wholeNumber(0, 100))
        .helpGroup('What it reports:'),
    )
    .addOption(
      new Option(
        '--out <file>',
        'with --coverage: also write the report, as a page if it ends in .html, otherwise as JSON',
      ).helpGroup('What it reports:'),
    );
  // A free port, so that two runs on one machine never collide.
  addMockFlags(command, 0);
  dropEmptyVariables(process.env, command);
  return command.action(async (words: string[], _: unknown, own: Command) => {
    const { runCommand } = await import('./run-command.ts');
    await runCommand(words, flagsOf(own) as unknown as MockFlags & CoverageFlags);
  });
}

const VARIABLES = `
Every flag is also a variable: CONSENT_EVIDENCE_MOCK_PORT,
CONSENT_EVIDENCE_MOCK_ALLOW_HOST, …
`;

const EXAMPLES = [
  'consent-evidence mock --seed demo',
  'consent-evidence mock --seed seeds/solar.json --watch --write-env .env.local',
  'consent-evidence mock --webhook http://127.0.0.1:3000/hooks',
  'consent-evidence mock --now 2026-01-05T12:00:00Z --reading collectFalse=defer',
  'consent-evidence mock --host 0.0.0.0 --allow-host consent-evidence --control-token-file token.txt',
  'consent-evidence mock --port 0 --json',
  'consent-evidence mock exec --seed demo -- npm test',
  'eval "$(consent-evidence mock env --as acme)"',
];

/** `consent-evidence mock`: the fake as a local service. */
export function mockCommand(): Command {
  const command = new Command('mock')
    .description('Serve the whole API from memory on this machine')
    .enablePositionalOptions()
    .hook('preAction', (_, actionCommand) => findControlToken(actionCommand))
    .addHelpText('after', VARIABLES + examples(...EXAMPLES))
    .addCommand(execCommand())
    .addCommand(envCommand())
    .addCommand(logsCommand())
    .addCommand(openCommand());
  addMockFlags(command, DEFAULT_PORT);
  dropEmptyVariables(process.env, command);
  return command.action(async (flags: MockFlags) => {
    // The fake is loaded only by an actual run, so help and mistakes are answered at once.
    const { runMock } = await import('./run-mock.ts');
    await runMock(flags);
  });
}

import { Command } from 'commander';
import { examples } from '../examples.ts';
import { envCommand } from './env-command.ts';
import { execCommand } from './exec-command.ts';
import {
  addMockFlags,
  DEFAULT_PORT,
  dropEmptyVariables,
  findControlToken,
  type MockFlags,
} from './mock-flags.ts';

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
    .addCommand(envCommand());
  addMockFlags(command, DEFAULT_PORT);
  dropEmptyVariables(process.env, command);
  return command.action(async (flags: MockFlags) => {
    // The fake is loaded only by an actual run, so help and mistakes are answered at once.
    const { runMock } = await import('./run-mock.ts');
    await runMock(flags);
  });
}

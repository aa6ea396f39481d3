import { Command } from 'commander';
import { archiveCommand } from './account/archive/archive-command.ts';
import { dossierCommand } from './account/archive/dossier-command.ts';
import { calibrateCommand } from './account/calibrate/calibrate-command.ts';
import { checkCommand } from './account/check-command.ts';
import { criteriaCommand } from './account/criteria/criteria-command.ts';
import { explainCommand } from './account/explain/explain-command.ts';
import { findCommand } from './account/find/find-command.ts';
import { reconcileCommand } from './account/reconcile/reconcile-command.ts';
import { docsCommand } from './docs-command.ts';
import { layOutHelp } from './help-layout.ts';
import { mockCommand } from './mock-command.ts';
import { webhookCommand } from './webhook-command.ts';

declare const __PACKAGE_VERSION__: string;

const ACCOUNT = `
The account comes from CONSENT_EVIDENCE_API_KEY and
CONSENT_EVIDENCE_BASE_URL, or from a profile. A key is never
taken from the command line.

Exit codes: 0 done, 1 failed or found a problem, 2 usage
error. Help for one command: consent-evidence find --help`;

/** Creates the command line with all its commands and flags, grouped by purpose. */
export function createProgram(): Command {
  const program = new Command('consent-evidence')
    .description('The command line for the Consent Evidence Records API')
    .enablePositionalOptions()
    .version(__PACKAGE_VERSION__)
    .helpCommand(false)
    .showHelpAfterError('(run with --help for the options)')
    .addHelpText('after', ACCOUNT);
  const groups: Readonly<Record<string, readonly Command[]>> = {
    'Your account:': [checkCommand(), findCommand(), reconcileCommand()],
    'Long-term evidence:': [archiveCommand(), dossierCommand()],
    'Criteria, codes and guides:': [criteriaCommand(), explainCommand(), docsCommand()],
    'Develop and test, without an account:': [mockCommand(), webhookCommand()],
    'Compare the fake with the service:': [calibrateCommand()],
  };
  for (const [group, commands] of Object.entries(groups)) {
    for (const command of commands) program.addCommand(command.helpGroup(group));
  }
  return layOutHelp(program);
}

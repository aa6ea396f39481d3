import { Command } from 'commander';
import { archiveCommand } from './account/archive/archive-command.ts';
import { dossierCommand } from './account/archive/dossier-command.ts';
import { calibrateCommand } from './account/calibrate/calibrate-command.ts';
import { checkCommand } from './account/check-command.ts';
import { criteriaCommand } from './account/criteria/criteria-command.ts';
import { explainCommand } from './account/explain/explain-command.ts';
import { findCommand } from './account/find/find-command.ts';
import { leadsCommand } from './account/leads/leads-command.ts';
import { pullCommand } from './account/pull/pull-command.ts';
import { reconcileCommand } from './account/reconcile/reconcile-command.ts';
import { completionCommand } from './completion/completion-command.ts';
import { docsCommand } from './docs/docs-command.ts';
import { layOutHelp } from './help-layout.ts';
import { mockCommand } from './mock/mock-command.ts';
import { webhookCommand } from './webhook/webhook-command.ts';

declare const __PACKAGE_VERSION__: string;

function versionCommand(): Command {
  return new Command('version')
    .description('Print the version, as -v does')
    .action(() => void process.stdout.write(`${__PACKAGE_VERSION__}\n`));
}

const ACCOUNT = `
The account comes from CONSENT_EVIDENCE_API_KEY and
CONSENT_EVIDENCE_BASE_URL, or from a profile. A key is never
taken from the command line.

Exit codes: 0 done, 1 failed or found a problem, 2 usage
error. Help for one command: consent-evidence find --help`;

/** How each command is made, by its name. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Command>>>> = {
  'Your account:': { check: checkCommand, find: findCommand, reconcile: reconcileCommand },
  'Your leads:': { leads: leadsCommand },
  'Long-term evidence:': { archive: archiveCommand, dossier: dossierCommand },
  'Criteria, codes and guides:': {
    criteria: criteriaCommand,
    explain: explainCommand,
    docs: docsCommand,
  },
  'Develop and test, without an account:': { mock: mockCommand, webhook: webhookCommand },
  'Compare the fake with the service:': { calibrate: calibrateCommand, pull: pullCommand },
  'This command line:': {
    completion: () => completionCommand(createProgram),
    version: versionCommand,
  },
};

/**
 * Creates the command line, its commands grouped by purpose.
 *
 * @param named the command that will run. If it is known, only this one is made, because making all
 * of them would slow down every start.
 */
export function createProgram(named?: string): Command {
  const program = new Command('consent-evidence')
    .description('The command line for the Consent Evidence Records API')
    .enablePositionalOptions()
    .version(__PACKAGE_VERSION__, '-v, --version')
    .helpCommand(false)
    .addHelpText('after', ACCOUNT);
  const isKnown = Object.values(GROUPS).some((group) => Object.hasOwn(group, named ?? ''));
  for (const [title, group] of Object.entries(GROUPS)) {
    for (const [name, make] of Object.entries(group)) {
      if (!isKnown || name === named) program.addCommand(make().helpGroup(title));
    }
  }
  return layOutHelp(program);
}

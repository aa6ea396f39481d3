import { Command } from 'commander';
import { docsCommand } from './docs-command.ts';
import { mockCommand } from './mock-command.ts';
import { webhookCommand } from './webhook-command.ts';

declare const __PACKAGE_VERSION__: string;

/** The command line with all its commands and flags. */
export function createProgram(): Command {
  return new Command('consent-evidence')
    .description('Local tools for the Consent Evidence Records API')
    .enablePositionalOptions()
    .version(__PACKAGE_VERSION__)
    .showHelpAfterError('(run with --help for the options)')
    .addCommand(mockCommand())
    .addCommand(webhookCommand())
    .addCommand(docsCommand());
}

#!/usr/bin/env node
import { Command } from 'commander';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { mockCommand } from './mock-command.ts';
import { webhookCommand } from './webhook-command.ts';

declare const __PACKAGE_VERSION__: string;

const program = new Command('consent-evidence')
  .description('Local tools for the Consent Evidence Records API')
  .enablePositionalOptions()
  .version(__PACKAGE_VERSION__)
  .showHelpAfterError('(run with --help for the options)')
  .addCommand(mockCommand())
  .addCommand(webhookCommand());

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof InvalidInputError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}

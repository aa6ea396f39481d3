import { Command, InvalidArgumentError, Option } from 'commander';
import { collect, parseInstant } from '../../flags/flag-values.ts';
import { examples } from '../../help-layout.ts';
import { jsonOption } from '../account-flags.ts';
import type { JudgeFlags, LintFlags, TestFlags } from './criteria-flags.ts';

function parsePercent(text: string): number {
  const percent = Number(text);
  if (/^\d{1,3}(?:\.\d{1,3})?$/.test(text) && percent <= 100) return percent;
  throw new InvalidArgumentError('Expected a number from 0 to 100.');
}

const RECORDS = `
Records are complete, as cdrs.get returns them: NDJSON,
one JSON list or record, or the folder of an archive.
Nothing is sent, nothing is charged. A leadMatch is
undecidable here, because no record says what its form's
phone field held.`;

function judging(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--records <file>',
        'the records to evaluate; - reads the standard input',
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option('--now <instant>', 'evaluate ages at this time; default: now').argParser(
        parseInstant,
      ),
    )
    .addOption(jsonOption())
    .addHelpText('after', RECORDS);
}

function lintCommand(): Command {
  return new Command('lint')
    .description(
      'Check criteria by the service’s own rules, and warn about what is probably unintended',
    )
    .argument('<file>', 'JSON; - reads the standard input')
    .addOption(
      new Option('--allow <code>', 'a warning to accept; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(jsonOption())
    .addHelpText('after', () =>
      examples('consent-evidence criteria lint criteria/solar.json --allow BUTTON_CONSENT_REFUSED'),
    )
    .action(async (file: string, flags: LintFlags) => {
      const { runLint } = await import('./run-lint.ts');
      await runLint(file, flags);
    });
}

function testCommand(): Command {
  const command = new Command('test')
    .description('Evaluate records: how many meet the criteria, and how many each rule refuses')
    .argument('<file>', 'the criteria as JSON')
    .addOption(
      new Option('--accept-at-least <percent>', 'exit with 1 if fewer pass').argParser(
        parsePercent,
      ),
    )
    .addOption(new Option('--csv', 'print a row of CSV for each record').conflicts('json'));
  return judging(command)
    .addHelpText('after', () =>
      examples(
        'consent-evidence criteria test solar.json --records records.ndjson --accept-at-least 80',
      ),
    )
    .action(async (file: string, flags: TestFlags) => {
      const { runTest } = await import('./run-test.ts');
      await runTest(file, flags);
    });
}

function diffCommand(): Command {
  const command = new Command('diff')
    .description('Evaluate records against old and new criteria; exit code 1 if any result differs')
    .argument('<a>', 'the old criteria, as JSON')
    .argument('<b>', 'the new criteria, as JSON');
  return judging(command)
    .addHelpText('after', () =>
      examples('consent-evidence criteria diff old.json new.json --records records.ndjson'),
    )
    .action(async (a: string, b: string, flags: JudgeFlags) => {
      const { runDiff } = await import('./run-diff.ts');
      await runDiff(a, b, flags);
    });
}

/** `consent-evidence criteria`: acceptance criteria in reviews and CI, without the service. */
export function criteriaCommand(): Command {
  return new Command('criteria')
    .description('Check acceptance criteria before you use them')
    .addCommand(lintCommand())
    .addCommand(testCommand())
    .addCommand(diffCommand());
}

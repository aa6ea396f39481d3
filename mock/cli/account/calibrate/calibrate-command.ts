import { Command, Option } from 'commander';
import { examples } from '../../examples.ts';
import { wholeNumber } from '../../whole-number.ts';
import { jsonOption } from '../account-flags.ts';
import type { CalibrateFlags } from './calibrate-flags.ts';

const KEYS = `
Two organizations take part. Their keys come from
CONSENT_EVIDENCE_SENDER_API_KEY and
CONSENT_EVIDENCE_RECEIVER_API_KEY, the address from
CONSENT_EVIDENCE_BASE_URL. Up to tier 3 nothing is charged;
tier 4 takes --max-charges.`;

/** `consent-evidence calibrate`: how the service reads what its documentation leaves open. */
export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description(
      'Ask the service how it reads what its documentation leaves open: exit code 1 where something differs',
    )
    .addOption(
      new Option(
        '--tier <number>',
        'how far to go: 0 no key, 1 reads, 2 refused receives, 3 tokens of 60 seconds, 4 what could be charged',
      )
        .argParser(wholeNumber(0, 4))
        .default(1),
    )
    .addOption(
      new Option(
        '--max-charges <number>',
        'for tier 4: how many requests may be sent that could be charged',
      ).argParser(wholeNumber(1, 1000)),
    )
    .addOption(
      new Option(
        '--materials <file>',
        'JSON with share tokens and other materials, readable for you alone',
      ),
    )
    .addOption(new Option('--plan', 'print what would be asked, and send nothing'))
    .addOption(new Option('--out <file>', 'where to write the report'))
    .addOption(new Option('--html <file>', 'where to write the report as a page for people'))
    .addOption(new Option('--against <file>', 'an earlier report: what changed since'))
    .addOption(
      new Option(
        '--max-wait-seconds <number>',
        'how long it may wait in all; most of it is for a download address to die',
      )
        .argParser(wholeNumber(0, 3600))
        .default(400),
    )
    .addOption(jsonOption())
    .addHelpText('after', KEYS)
    .addHelpText('after', () =>
      examples(
        'consent-evidence calibrate --tier 3 --plan',
        'consent-evidence calibrate --out report.json --html report.html',
        'consent-evidence mock --calibration report.json',
      ),
    )
    .action(async (flags: CalibrateFlags) => {
      const { runCalibrate } = await import('./run-calibrate.ts');
      await runCalibrate(flags);
    });
}

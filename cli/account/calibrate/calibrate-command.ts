import { Command, Option } from 'commander';
import { wholeNumber } from '../../flags/flag-values.ts';
import { examples } from '../../help-layout.ts';
import { jsonOption } from '../account-flags.ts';
import type { CalibrateFlags } from './run-calibrate.ts';

const KEYS = `
Calibration uses two organizations. Their keys come from
CONSENT_EVIDENCE_SENDER_API_KEY and
CONSENT_EVIDENCE_RECEIVER_API_KEY, the address from
CONSENT_EVIDENCE_BASE_URL. Nothing is charged: each receive
must be refused, and the run ends at the first that is not.`;

/** `consent-evidence calibrate`: how the service behaves where its documentation is silent. */
export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description(
      'Measure what the service does where its docs are silent; exit code 1 if something differs',
    )
    .addOption(
      new Option(
        '--tier <number>',
        'how far to go: 0 no key, 1 reads, 2 refused receives, 3 share tokens of 60 seconds',
      )
        .argParser(wholeNumber(0, 3))
        .default(1),
    )
    .addOption(
      new Option(
        '--materials <file>',
        'JSON with share tokens and other materials, readable only by you',
      ),
    )
    .addOption(new Option('--plan', 'print what would be sent, and send nothing'))
    .addOption(new Option('--out <file>', 'where to write the report'))
    .addOption(new Option('--html <file>', 'where to write the report as an HTML page'))
    .addOption(new Option('--against <file>', 'an earlier report, to show what changed since'))
    .addOption(
      new Option(
        '--max-wait-seconds <number>',
        'how long it may wait in total, mostly for a download URL to expire',
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

import { Command, Option } from 'commander';
import { RETENTION_MS, UNIT_MS } from '../../../src/contract/limits.ts';
import { collect, wholeNumber } from '../../flags/flag-values.ts';
import { flagsOf } from '../../flags/flags-of.ts';
import { examples } from '../../help-layout.ts';
import { addAccountFlags, jsonOption } from '../account-flags.ts';
import {
  type ArchiveFlags,
  addProofFlags,
  type ExportFlags,
  indexOption,
} from './archive-flags.ts';
import { eraseCommand, findCommand } from './find-commands.ts';

function verifyCommand(): Command {
  return new Command('verify')
    .description('List every file of an archive that is missing, changed, added or moved')
    .argument('<dir>', 'the folder of the archive')
    .addOption(
      new Option(
        '--public-key <id=file>',
        'check signatures made with this key, an Ed25519 key as PEM; repeatable',
      ).argParser(collect),
    )
    .addOption(
      new Option(
        '--head <sha256>',
        'a head that you kept elsewhere, which must be in the chain; repeatable',
      ).argParser(collect),
    )
    .addOption(jsonOption())
    .addHelpText('after', () =>
      examples('consent-evidence archive verify evidence --public-key 2026=evidence.pub.pem'),
    )
    .action(async (dir: string, _: unknown, own: Command) => {
      const { runVerify } = await import('./run-verify.ts');
      await runVerify(dir, flagsOf(own));
    });
}

function exportCommand(): Command {
  return new Command('export')
    .description('Print the records of an archive as rows: NDJSON or CSV, or write Parquet files')
    .argument('<dir>', 'the folder of the archive')
    .option('--csv', 'print CSV instead, with a header row')
    .option('--bom', 'begin the CSV with a byte order mark, for Excel')
    .addOption(
      new Option(
        '--parquet <folder>',
        'write a new folder of Parquet files instead, by month',
      ).conflicts(['csv', 'bom']),
    )
    .addHelpText('after', () =>
      examples(
        'consent-evidence archive export evidence --csv > evidence.csv',
        'consent-evidence archive export evidence --parquet tables',
      ),
    )
    .action(async (dir: string, flags: ExportFlags) => {
      const { runExport } = await import('./run-export.ts');
      await runExport(dir, flags);
    });
}

function disclosuresCommand(): Command {
  return new Command('disclosures')
    .description(
      'List each disclosure text that people were shown: when, on which pages, how agreed',
    )
    .argument('<dir>', 'the folder of the archive')
    .option('--approved <file>', 'a JSON list of texts; exit code 1 if a record has another one')
    .addOption(jsonOption())
    .addHelpText('after', () =>
      examples('consent-evidence archive disclosures evidence --approved approved.json'),
    )
    .action(async (dir: string, _: unknown, own: Command) => {
      const { runDisclosures } = await import('./run-disclosures.ts');
      await runDisclosures(dir, flagsOf(own));
    });
}

/** `consent-evidence archive`: copies all collected evidence, verifies it, finds, erases, exports. */
export function archiveCommand(): Command {
  const command = new Command('archive')
    .description(
      'Copy every collected record and its image into a folder; run it again to continue',
    )
    .enablePositionalOptions()
    .argument(
      '<dir>',
      'the archive folder; for one named as a command below, such as find, write ./find',
    )
    .addCommand(verifyCommand())
    .addCommand(findCommand())
    .addCommand(eraseCommand())
    .addCommand(exportCommand())
    .addCommand(disclosuresCommand())
    .addOption(
      new Option('--domain <name>', 'only this domain; repeatable; default: all domains').argParser(
        collect,
      ),
    )
    .addOption(
      new Option('--hold <cdrId>', 'a record that the archive must contain; repeatable').argParser(
        collect,
      ),
    )
    .addOption(
      new Option(
        '--warn-within-days <number>',
        'warn about records that the service will delete within this many days',
      )
        .argParser(wholeNumber(0, RETENTION_MS / UNIT_MS.days))
        .default(180),
    )
    .addOption(
      new Option('--concurrency <number>', 'how many records to read at once')
        .argParser(wholeNumber(1, 32))
        .default(4),
    )
    .addOption(indexOption());
  return addAccountFlags(addProofFlags(command))
    .addHelpText('after', () =>
      examples(
        'consent-evidence archive evidence',
        'consent-evidence archive verify evidence --json',
        'consent-evidence archive export evidence --csv',
      ),
    )
    .action(async (dir: string, flags: ArchiveFlags) => {
      const { runArchive } = await import('./run-archive.ts');
      await runArchive(dir, flags);
    });
}

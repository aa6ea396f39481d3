import { folderVault, type VerifyReport, verifyArchive } from '../../../src/archive/index.ts';
import { InvalidInputError, invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { readTextFile } from '../../files/read-file.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import { type Finding, RunFailure } from '../../output/print-finding.ts';
import { count } from '../../output/report-text.ts';
import type { VerifyFlags } from './archive-flags.ts';
import { problemLines, sizeOf } from './problem-lines.ts';
import { refuseNoFolder } from './refuse-no-folder.ts';

/** Many times the size of a public key as PEM. */
const KEY_MAX_BYTES = 64 * 1024;

async function publicKeys(pairs: readonly string[] = []): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw invalidInput('--public-key', 'expected id=file');
    const file = pair.slice(at + 1);
    keys[pair.slice(0, at)] = await readTextFile('--public-key', file, KEY_MAX_BYTES);
  }
  return keys;
}

function textOf({ ok, problems, problemCount, seals, ...report }: VerifyReport): string {
  const { records, erased, files, bytes, lines, head, ignored } = report;
  return [
    ...problemLines(problems, problemCount),
    ...(erased > 0 ? [`${count(erased, 'record')} erased on the record`] : []),
    `${count(records, 'record')}, ${count(files, 'file')}, ${sizeOf(bytes)}, ${count(lines, 'line')}`,
    `${count(seals.count, 'seal')}: ${count(seals.verified, 'valid signature')}, ${seals.unchecked} by unknown keys, ${count(seals.timestamps, 'timestamp')}`,
    ...(ignored.length > 0
      ? [`ignored, as left by the operating system: ${ignored.join(', ')}`]
      : []),
    `head ${head}`,
    ok ? 'everything is as archived' : 'not everything is as archived',
  ].join('\n');
}

async function verify(dir: string, flags: VerifyFlags, work: Work): Promise<Finding> {
  const keys = await publicKeys(flags.publicKey);
  await refuseNoFolder(dir);
  const { signal, progress } = work;
  try {
    const report = await verifyArchive(folderVault(dir), {
      publicKeys: keys,
      heads: flags.head,
      signal,
      onProgress: ({ lines, files, problems }) =>
        progress.show(`${lines} lines, ${files} files, ${problems} problems`),
    });
    const { ok, ...rest } = report;
    return { ok, data: { dir, interrupted: false, ...rest }, text: textOf(report) };
  } catch (error) {
    if (signal.aborted) {
      return { ok: false, data: { dir, interrupted: true }, text: 'interrupted' };
    }
    if (error instanceof InvalidInputError) throw error;
    // Of a manifest that cannot be read, or that is no text in lines any more.
    throw new RunFailure(`${dir}: ${(error as Error).message}`);
  }
}

/** Checks an archive against its manifest. */
export async function runVerify(dir: string, flags: VerifyFlags): Promise<void> {
  await inFlags({ publicKeys: '--public-key', heads: '--head', folder: 'dir' }, () =>
    act('archive verify', flags.json, (work) => verify(dir, flags, work)),
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCoverage } from '../../mock/doors/node/read-coverage.ts';
import { COVERAGE_VARIABLE } from '../../mock/engine/met.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { checkWritable, writeWhole } from '../files/write-whole.ts';
import { tell } from '../output/printable.ts';
import { coveragePage, coverageText, percentOf } from './coverage-text.ts';

/** Flags of `consent-evidence mock exec` alone. */
export interface CoverageFlags {
  readonly coverage?: true;
  readonly min?: number;
  readonly out?: string;
}

/** What is counted while a command runs. */
export interface CoverageRun {
  /** The variables for the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes what was noted. */
  drop(): Promise<void>;
  /**
   * Reports what was met, and removes what was noted.
   *
   * @returns whether it is as much as `--min` wants.
   */
  end(): Promise<boolean>;
}

async function report({ min = 0, out }: CoverageFlags, folder: string): Promise<boolean> {
  const coverage = readCoverage(folder);
  tell(coverageText(coverage));
  if (out !== undefined) {
    const text = out.endsWith('.html') ? coveragePage(coverage) : `${JSON.stringify(coverage)}\n`;
    await writeWhole(out, [text]);
  }
  const percent = percentOf(coverage);
  if (percent >= min) return true;
  tell(`error: --min: expected at least ${min} %, the tests have met ${percent} %`);
  return false;
}

/**
 * Begins to count what this process's fake and those of the command meet. `undefined` without
 * `--coverage`.
 *
 * @throws InvalidInputError naming the flag, before anything is started.
 */
export async function countCoverage(flags: CoverageFlags): Promise<CoverageRun | undefined> {
  const { coverage, min, out } = flags;
  if (coverage !== true) {
    const [wrong] = [min !== undefined && '--min', out !== undefined && '--out'].filter(Boolean);
    if (wrong) throw invalidInput(String(wrong), 'expected --coverage with it');
    return undefined;
  }
  if (out !== undefined) await checkWritable('--out', out);
  const folder = await mkdtemp(path.join(tmpdir(), 'consent-evidence-coverage-'));
  process.env[COVERAGE_VARIABLE] = folder;
  const drop = async (): Promise<void> => {
    process.env[COVERAGE_VARIABLE] = '';
    await rm(folder, { recursive: true, force: true });
  };
  return {
    env: { [COVERAGE_VARIABLE]: folder },
    drop,
    end: () => report(flags, folder).finally(drop),
  };
}

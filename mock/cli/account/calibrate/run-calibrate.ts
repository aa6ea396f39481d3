import {
  type CalibrateOptions,
  CalibrationError,
  type CalibrationReport,
  calibrate,
  compareReports,
  planCalibration,
} from '../../../../src/calibrate/index.ts';
import { checkWritable } from '../../check-writable.ts';
import { act, type Finding, type Work } from '../../output/act.ts';
import { readReport } from '../../read-report.ts';
import { RunFailure } from '../../run-failure.ts';
import { writeWhole } from '../../write-whole.ts';
import type { CalibrateFlags } from './calibrate-flags.ts';
import { planText, reportText } from './calibration-text.ts';
import { openParties } from './open-parties.ts';

const SECOND_MS = 1000;

function plan(tier: CalibrateOptions['tier']): Finding {
  const planned = planCalibration({ tier });
  return { ok: true, report: { plan: planned }, text: planText(planned) };
}

async function keep(file: string | undefined, report: CalibrationReport): Promise<void> {
  if (file !== undefined) await writeWhole(file, [`${JSON.stringify(report, null, 2)}\n`]);
}

/** A report that something changed under is kept all the same: it has the counts. */
async function ended(error: unknown, flags: CalibrateFlags, signal: AbortSignal): Promise<never> {
  if (signal.aborted) {
    throw new RunFailure(
      'interrupted; nothing was charged, and nothing is left but share tokens that expire within 60 seconds',
    );
  }
  if (error instanceof CalibrationError && error.report !== undefined) {
    await keep(flags.out, error.report);
  }
  throw error;
}

async function run(flags: CalibrateFlags, { signal, progress }: Work): Promise<Finding> {
  const { against, out, maxWaitSeconds } = flags;
  const earlier = against === undefined ? undefined : await readReport('--against', against);
  if (out !== undefined) await checkWritable('--out', out);
  const report = await calibrate({
    ...openParties(process.env),
    tier: flags.tier as CalibrateOptions['tier'],
    maxWaitMs: maxWaitSeconds * SECOND_MS,
    signal,
    onRequest: ({ number, as, method, path }) => {
      progress.show(`${number}  ${as}  ${method} ${path}`);
    },
  }).catch((error: unknown) => ended(error, flags, signal));
  await keep(out, report);
  const since = earlier && compareReports(earlier, report);
  const differs = [...report.readings, ...report.statements].some(
    ({ verdict }) => verdict === 'differs',
  );
  return {
    ok: !differs && since?.hasDrift !== true,
    report: { report, ...(since !== undefined && { since }) },
    text: reportText(report, since),
  };
}

/** Calibrates, or says what that would ask. */
export async function runCalibrate(flags: CalibrateFlags): Promise<void> {
  await act(flags.json, async (work) =>
    flags.plan ? plan(flags.tier as CalibrateOptions['tier']) : run(flags, work),
  );
}

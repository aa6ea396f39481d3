import {
  CalibrationError,
  type CalibrationReport,
  calibrate,
  compareReports,
  planCalibration,
  reportPage,
  type Tier,
} from '../../../src/calibrate/index.ts';
import { checkWritable, writeWhole } from '../../files/write-whole.ts';
import { act, type Work } from '../../output/act.ts';
import { type Finding, RunFailure } from '../../output/print-finding.ts';
import { planText, reportText } from './calibration-text.ts';
import { openParties } from './open-parties.ts';
import { inMaterials, readMaterials } from './read-materials.ts';

/** Flags of `consent-evidence calibrate`. */
export interface CalibrateFlags {
  readonly tier: number;
  readonly materials?: string;
  readonly plan?: true;
  readonly out?: string;
  readonly html?: string;
  readonly against?: string;
  readonly maxWaitSeconds: number;
  readonly json?: true;
}

const SECOND_MS = 1000;

function plan(tier: Tier): Finding {
  const planned = planCalibration({ tier });
  return { ok: true, data: { plan: planned }, text: planText(planned) };
}

async function keep(
  { out, html }: CalibrateFlags,
  report: CalibrationReport,
  earlier?: CalibrationReport,
): Promise<void> {
  if (out !== undefined) await writeWhole(out, [`${JSON.stringify(report, null, 2)}\n`]);
  if (html !== undefined) await writeWhole(html, [reportPage(report, { earlier })]);
}

const INTERRUPTED =
  'interrupted; nothing was charged, and only share tokens that expire within 60 seconds remain';

/** Handles a failed run. A report that comes with the error is saved too: it has the counts. */
async function ended(error: unknown, flags: CalibrateFlags, signal: AbortSignal): Promise<never> {
  if (signal.aborted) throw new RunFailure(INTERRUPTED);
  if (error instanceof CalibrationError && error.report !== undefined) {
    await keep(flags, error.report);
  }
  throw flags.materials === undefined ? error : inMaterials(error, flags.materials);
}

async function earlierReport(file: string | undefined): Promise<CalibrationReport | undefined> {
  if (file === undefined) return undefined;
  const { readReport } = await import('../../files/read-report.ts');
  return readReport('--against', file);
}

async function run(flags: CalibrateFlags, tier: Tier, work: Work): Promise<Finding> {
  const { against, out, html, materials, maxWaitSeconds } = flags;
  const { signal, progress } = work;
  const earlier = await earlierReport(against);
  if (out !== undefined) await checkWritable('--out', out);
  if (html !== undefined) await checkWritable('--html', html);
  const given = materials === undefined ? {} : await readMaterials(materials);
  const report = await calibrate({
    ...openParties(process.env),
    tier,
    ...given,
    maxWaitMs: maxWaitSeconds * SECOND_MS,
    signal,
    onRequest: ({ number, as, method, path }) => {
      progress.show(`${number}  ${as}  ${method} ${path}`);
    },
  }).catch((error: unknown) => ended(error, flags, signal));
  await keep(flags, report, earlier);
  const since = earlier && compareReports(earlier, report);
  const differs = [...report.readings, ...report.statements].some(
    ({ verdict }) => verdict === 'differs',
  );
  return {
    ok: !differs && since?.hasDrift !== true,
    data: { report, ...(since !== undefined && { since }) },
    text: reportText(report, since),
  };
}

/** Calibrates, or reports what that would ask. */
export async function runCalibrate(flags: CalibrateFlags): Promise<void> {
  await act('calibrate', flags.json, async (work) => {
    const tier = flags.tier as Tier;
    return flags.plan ? plan(tier) : run(flags, tier, work);
  });
}

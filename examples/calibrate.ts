// Asks the service, free of charge, how it reads what its documentation leaves open, and keeps the
// report. Run it every night to see what has changed, so that the fake follows the service.
import { readFile, writeFile } from 'node:fs/promises';
import { ConsentEvidence } from 'consent-evidence';
import {
  type CalibrationReport,
  calibrate,
  compareReports,
  readingsOf,
  reportPage,
} from 'consent-evidence/calibrate';

export interface Env {
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** The key of the organization that captured the records and paid for them. */
  readonly CONSENT_EVIDENCE_SENDER_API_KEY?: string | undefined;
  /** The key of another organization, which no one else uses during the run. */
  readonly CONSENT_EVIDENCE_RECEIVER_API_KEY?: string | undefined;
  /** The file that keeps the report between runs. */
  readonly OUT?: string | undefined;
}

async function earlierIn(file: string): Promise<CalibrationReport | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as CalibrationReport;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // the first run
    throw error;
  }
}

export async function run(env: Env) {
  const baseUrl = env.CONSENT_EVIDENCE_BASE_URL;
  const file = env.OUT ?? 'calibration.json';
  const earlier = await earlierIn(file);
  const report = await calibrate({
    sender: new ConsentEvidence({ apiKey: env.CONSENT_EVIDENCE_SENDER_API_KEY, baseUrl }),
    receiver: new ConsentEvidence({ apiKey: env.CONSENT_EVIDENCE_RECEIVER_API_KEY, baseUrl }),
    tier: 3, // tokens of 60 seconds, and receives that must be refused
    maxWaitMs: 0, // without this, it waits five minutes to see how an expired download URL is answered
  });
  await writeFile(file, JSON.stringify(report));
  await writeFile(`${file}.html`, reportPage(report, { earlier }));
  const drift = earlier === undefined ? [] : compareReports(earlier, report).changes;
  return {
    readings: readingsOf(report), // for createMockService({ readings })
    drift: drift.filter(({ isDrift }) => isDrift).map(({ name }) => name),
    differs: report.statements
      .filter(({ verdict }) => verdict === 'differs')
      .map(({ statement }) => statement),
  };
}

import { ACCEPTANCE_SCHEMA_VERSION } from '../contract/limits.ts';
import { PACKAGE_VERSION } from '../platform/package-version.ts';
import type { ReadingName } from '../readings/readings.ts';
import { beginRun } from './begin-run.ts';
import { CalibrationError } from './calibration-error.ts';
import type { Finding } from './finding.ts';
import { type Accounts, changesIn, compareAccounts } from './inventories.ts';
import { type CalibrateOptions, type CalibrateSettings, calibrateSettings } from './options.ts';
import { READING_ROWS } from './reading-rows.ts';
import type { CalibrationReport, ReadingResult, StatementResult } from './report.ts';
import { isNotMeasured, type Run } from './run.ts';
import { reportSigner } from './sign-report.ts';
import type { StatementRow } from './statement-row.ts';
import { ASKED_STATEMENTS, LAST_STATEMENTS, OBSERVED_STATEMENTS } from './statement-rows.ts';
import type { Tier } from './tier.ts';

/** What a probe found, or why it could not measure anything. */
async function findingOf<Value>(
  row: { readonly tier: Tier },
  tier: Tier,
  probe: () => Finding<Value> | Promise<Finding<Value>>,
): Promise<Finding<Value>> {
  if (row.tier > tier) return { verdict: 'not measured', why: `requires tier ${row.tier}` };
  try {
    return await probe();
  } catch (error) {
    if (!isNotMeasured(error)) throw error;
    return { verdict: 'not measured', why: error.message };
  }
}

async function readingResult(name: ReadingName, run: Run): Promise<ReadingResult> {
  const row = READING_ROWS[name];
  if (row.tier === null) return { reading: name, verdict: 'not measured', why: row.cannotTell };
  const measure: (run: Run) => Promise<Finding<string | number>> = row.measure.bind(row);
  return { reading: name, ...(await findingOf(row, run.tier, () => measure(run))) };
}

async function statementResults(
  run: Run,
  rows: readonly StatementRow[],
): Promise<StatementResult[]> {
  const results: StatementResult[] = [];
  for (const row of rows) {
    const { section, rule: statement, basis } = row;
    const finding = await findingOf(row, run.tier, () => row.check(run));
    const { value: _, ...told } = { value: undefined, ...finding };
    results.push({ section, statement, basis, ...told });
  }
  return results;
}

/** What both organizations hold at the end, and why that makes the report unreliable. */
interface End {
  readonly inventory?: NonNullable<CalibrationReport['inventory']>;
  readonly failure?: { readonly reason: 'changed' | 'refused'; readonly message: string };
}

async function endOf(settings: CalibrateSettings, run: Run, accounts?: Accounts): Promise<End> {
  if (accounts === undefined) return {};
  try {
    const inventory = await compareAccounts(run.ask, accounts, settings.maxRecords);
    const changes = changesIn(inventory);
    if (changes.length === 0) return { inventory };
    const message = `something changed during the run (${changes.join('; ')}); see the report`;
    return { inventory, failure: { reason: 'changed', message } };
  } catch (error) {
    if (!isNotMeasured(error)) throw error;
    const unknown = 'at the end of the run, so whether something changed is not known';
    const message = `${error.message} ${unknown}; see the report`;
    return { failure: { reason: 'refused', message } };
  }
}

const numbers = new Intl.Collator('en', { numeric: true });

function bySection(a: StatementResult, b: StatementResult): number {
  return numbers.compare(a.section, b.section);
}

function originOf({ wires, tier }: CalibrateSettings): string {
  const [sender, receiver] = [wires.sender.baseUrl(), wires.receiver.baseUrl()];
  if (sender.origin + sender.prefix === receiver.origin + receiver.prefix) return sender.origin;
  const message = `sender and receiver use different services; nothing was sent (tier ${tier})`;
  throw new CalibrationError('one_organization', message);
}

/** Runs all probes. The statements about a repeat come last: their receive ends all others. */
async function askAll(run: Run) {
  const first = await statementResults(run, ASKED_STATEMENTS);
  const readings: ReadingResult[] = [];
  for (const name of Object.keys(READING_ROWS) as ReadingName[]) {
    readings.push(await readingResult(name, run));
  }
  const last = await statementResults(run, LAST_STATEMENTS);
  return { readings, asked: [...first, ...last] };
}

/**
 * Measures how the live service behaves where the specification is silent, and checks its responses
 * against what the specification states. It costs nothing: each receive must be refused, the first one
 * is a probe of a record that the sender captured and paid for, and any receive that succeeds ends the
 * run at once.
 *
 * Each tier is a guarantee; see {@link TIERS}. A guard checks each request and lets through only what
 * the tier permits. The run counts what both organizations hold before and after. The report has no
 * overall score and no value of any record.
 *
 * @returns the report as plain JSON.
 * @throws InvalidInputError for invalid options, before anything is sent; CalibrationError if a receive
 * succeeds, if an account cannot be read or changed during the run, or if the clients do not belong to two
 * organizations of one service; the signal's reason.
 *
 * @example
 * ```ts
 * const report = await calibrate({ sender, receiver, tier: 3 });
 * const mock = createMockService({ readings: readingsOf(report) });
 * ```
 */
export async function calibrate(options: CalibrateOptions): Promise<CalibrationReport> {
  const settings = calibrateSettings(options);
  const service = originOf(settings);
  const sign = settings.sign && (await reportSigner(settings.sign));
  const { clock, tier } = settings;
  const startedAt = new Date(clock.now()).toISOString();
  const { run, asker, accounts } = await beginRun(settings);
  const { readings, asked } = await askAll(run);
  const { inventory, failure } = await endOf(settings, run, accounts);
  const observed = await statementResults(run, OBSERVED_STATEMENTS);
  const report: CalibrationReport = {
    format: 'consent-evidence/calibration',
    formatVersion: 1,
    package: { name: 'consent-evidence', version: PACKAGE_VERSION },
    specification: { apiVersion: 'v1', acceptanceSchemaVersion: ACCEPTANCE_SCHEMA_VERSION },
    service,
    tier,
    startedAt,
    finishedAt: new Date(clock.now()).toISOString(),
    requests: asker.count,
    unchanged: failure === undefined,
    ...(inventory !== undefined && { inventory }),
    readings,
    statements: [...asked, ...observed].sort(bySection),
  };
  const signed = sign === undefined ? report : await sign(report);
  if (failure === undefined) return signed;
  throw new CalibrationError(failure.reason, failure.message, signed);
}

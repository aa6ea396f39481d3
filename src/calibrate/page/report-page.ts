import { checkedOptions } from '../../errors/checked-options.ts';
import { type Html, html } from '../../html-page/html.ts';
import { pageOf } from '../../html-page/page.ts';
import { isObject, kindOf } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import { type CalibrationChange, compareReports, type Told } from '../compare-reports.ts';
import type { CalibrationReport, InventoryResult, ReadingResult, Verdict } from '../report.ts';
import { TIERS } from '../tier.ts';
import { byVerdict, countsOf, instantText, toldReading } from './report-facts.ts';
import { REPORT_STYLE } from './report-style.ts';

const row = (label: string, value: string | Html): Html =>
  html`<tr><th scope="row">${label}</th><td><bdi>${value}</bdi></td></tr>`;

const head = (...labels: readonly string[]): Html =>
  html`<thead><tr>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>`;

const MARKS: Readonly<Record<Verdict, string>> = {
  differs: 'verdict differs',
  'as documented': 'verdict',
  'not measured': 'verdict not',
};

const verdictOf = (verdict: Verdict): Html =>
  html`<span class="${MARKS[verdict]}">${verdict}</span>`;

function otherChanges({ unchanged, inventory }: CalibrationReport): string {
  if (unchanged) return 'none';
  return inventory === undefined
    ? 'not known: an account could not be read at the end of the run'
    : 'yes: do not rely on this report until you know what changed';
}

function inventoryText(name: string, { before, after, complete }: InventoryResult): string {
  const counts = ({ domains, records, collected }: InventoryResult['before']): string =>
    `domains ${domains}, records ${records}, collected ${collected}`;
  const same = counts(before) === counts(after);
  const then = same ? 'the same after' : `after: ${counts(after)}`;
  return `${name}: ${counts(before)} before, ${then}${complete ? '' : '; there are more'}`;
}

function facts(report: CalibrationReport): Html {
  const { service, tier, startedAt, finishedAt, requests, inventory, signature } = report;
  const { asks } = TIERS[tier];
  return html`<table class="facts"><tbody>
${row('Service', service)}
${row('Measured by', `${report.package.name} ${report.package.version}`)}
${row('Start and end', `${instantText(startedAt)} to ${instantText(finishedAt)}`)}
${row('Tier', `${tier}. ${asks}`)}
${row('Requests', String(requests))}
${row('Charges', '0: no receive succeeded')}
${inventory === undefined ? undefined : row('Inventory', inventoryLines(inventory))}
${row('Other changes', otherChanges(report))}
${signature === undefined ? undefined : row('Signed', `by the key "${signature.keyId}"; this page shows a signature and does not check it`)}
</tbody></table>`;
}

function inventoryLines({ sender, receiver }: NonNullable<CalibrationReport['inventory']>): Html {
  return html`${inventoryText('sender', sender)}<br>${inventoryText('receiver', receiver)}`;
}

/** What was found, or why nothing was measured. */
const detail = ({ value, saw, why }: Pick<ReadingResult, 'value' | 'saw' | 'why'>): Html => {
  if (saw !== undefined) return html`response: <code>${saw}</code>`;
  if (why !== undefined) return html`<span class="absent">${why}</span>`;
  return value === undefined ? html`` : html`<code>${value}</code>`;
};

function readingRow(result: ReadingResult): Html {
  const { section, meaning, effect } = toldReading(result);
  return html`<tr><th scope="row"><code>${result.reading}</code></th><td>${
    meaning ?? html`<span class="absent">unknown to this version</span>`
  }${section === undefined ? undefined : html`<span class="note">§${section}</span>`}</td><td>${verdictOf(
    result.verdict,
  )}</td><td><bdi>${detail(result)}${
    effect === undefined ? undefined : html`<span class="note">${effect}</span>`
  }</bdi></td></tr>`;
}

function readings({ readings: results }: CalibrationReport): Html {
  return html`<h2 id="readings">Where the documentation is silent</h2>
<p>${countsOf(results)}. A fake set up with this report behaves the same; what was not measured keeps its default.</p>
<table class="results">${head('Reading', 'About', 'Verdict', 'Found')}<tbody>
${byVerdict(results).map(readingRow)}
</tbody></table>`;
}

function statements({ statements: results }: CalibrationReport): Html {
  const rows = byVerdict(results).map(
    (each) =>
      html`<tr><td>§${each.section}</td><td>${each.statement}${
        each.basis === 'chosen'
          ? html`<span class="note">The documentation does not say; the fake does this.</span>`
          : undefined
      }</td><td>${verdictOf(each.verdict)}</td><td><bdi>${detail(each)}</bdi></td></tr>`,
  );
  return html`<h2 id="statements">What the documentation states, and what the fake chose</h2>
<p>${countsOf(results)}.</p>
<table class="results">${head('Section', 'Statement', 'Verdict', 'Found')}<tbody>
${rows}
</tbody></table>`;
}

const toldText = (told: Told | undefined): string =>
  told === undefined ? 'absent' : String(told.value ?? told.saw ?? told.verdict);

const changeRow = ({ kind, name, before, after }: CalibrationChange): Html =>
  html`<tr><th scope="row">${kind} <bdi>${name}</bdi></th><td><bdi>${toldText(before)}</bdi></td><td><bdi>${toldText(after)}</bdi></td></tr>`;

/** Lists the drift. A change that only one report measured says nothing about the service. */
function since(earlier: CalibrationReport, report: CalibrationReport): Html {
  const { changes, hasDrift } = compareReports(earlier, report);
  const drift = changes.filter(({ isDrift }) => isDrift);
  const others = changes.length - drift.length;
  return html`<h2 id="since">Since the report of ${instantText(earlier.finishedAt)}</h2>
<p>${hasDrift ? 'The service answers differently now.' : 'The service answers as before.'}${
    others === 0
      ? ''
      : ` Not counted: ${others} that only one of the two reports measured or lists.`
  }</p>
${
  hasDrift
    ? html`<table class="results">${head('Item', 'Before', 'Now')}<tbody>${drift.map(changeRow)}</tbody></table>`
    : undefined
}`;
}

const NOTICE = html`<div class="notice"><p>Each reading and each statement has its own verdict, and there is no total. <strong>as documented</strong>: the response fits the documentation; a reading also shows its value. <strong>differs</strong>: the response does not fit; only its form is shown. <strong>not measured</strong>: this run could not tell, and the reason is shown.</p>
<p>No value of any record, no token, no key and no identifier is on this page.</p></div>`;

/** Options of {@link reportPage}. */
export interface ReportPageOptions {
  /** An earlier report. With it, the page also shows what has changed since. */
  readonly earlier?: CalibrationReport | undefined;
}

const OPTIONS = (): OptionTable<ReportPageOptions> => ({
  earlier: kindOf('a report of calibrate', isObject),
});

/**
 * Renders a report as one HTML page. The page loads nothing and has no script, supports light and dark
 * mode, and prints well.
 *
 * @returns the complete HTML document.
 *
 * @example
 * ```ts
 * import { reportPage } from 'consent-evidence/calibrate';
 * const page = new Response(reportPage(report), { headers: { 'content-type': 'text/html' } });
 * ```
 */
export function reportPage(report: CalibrationReport, options: ReportPageOptions = {}): string {
  const { earlier } = checkedOptions(OPTIONS, options);
  const title = `Calibration of ${report.service}`;
  const body = html`<main>
<h1>${title}</h1>
<p class="matter">${instantText(report.finishedAt)}, tier ${report.tier}</p>
${facts(report)}
<h2>How to read this</h2>
${NOTICE}
${earlier === undefined ? undefined : since(earlier, report)}
${readings(report)}
${statements(report)}
</main>
<footer><p><code>calibrate</code> returns this report, and <code>--out</code> writes it as JSON. It sets up a fake: <code>consent-evidence mock --calibration report.json</code>.</p></footer>
`;
  return pageOf(title, REPORT_STYLE, body);
}

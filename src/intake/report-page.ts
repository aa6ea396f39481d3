import { invalidInput } from '../errors/invalid-input-error.ts';
import { type Html, html } from '../html-page/html.ts';
import { pageOf } from '../html-page/page.ts';
import { isObject } from '../options/kinds.ts';
import type { CountByCode, LeadCounts, LeadReport } from './report.ts';
import { REPORT_STYLE } from './report-style.ts';

/** What the parts of a bar are, from left to right. They add up to `taken`. */
const PARTS = ['accepted', 'refused', 'duplicates', 'held'] as const;
const MEANINGS: Readonly<Record<(typeof PARTS)[number], string>> = {
  accepted: 'Accepted',
  refused: 'Refused',
  duplicates: 'Duplicates',
  held: 'Held: not decided yet',
};

const KEY_NAMES: Readonly<Record<LeadReport['by'], string>> = {
  source: 'Source',
  day: 'Day (UTC)',
  code: 'Code',
};

/** Formats an instant as `2026-01-05 12:00:00 UTC`, and the beginning of a day as the day alone. */
function instantText(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return String(at);
  const text = date
    .toISOString()
    .replace(/\.000Z$|Z$/, ' UTC')
    .replace('T', ' ');
  return text.replace(' 00:00:00 UTC', '');
}

const periodText = ({ from, to }: LeadReport): string =>
  `${from === 0 ? 'Everything' : `From ${instantText(from)}, and`} before ${instantText(to)}. Days are UTC’s.`;

const percent = (part: number, whole: number): string =>
  whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;

/** A bar whose length says how many leads a row has, among the most of any row. */
function bar(counts: LeadCounts, most: number): Html {
  let x = 0;
  const parts = PARTS.map((part) => {
    const width = most === 0 ? 0 : (100 * counts[part]) / most;
    const rect = html`<rect class="${part}" x="${x}" y="0" width="${width}" height="10"/>`;
    x += width;
    return width === 0 ? undefined : rect;
  });
  // The numbers beside it say the same.
  return html`<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">${parts}</svg>`;
}

const number = (value: number): Html => html`<td class="number">${value}</td>`;

const heads = (...labels: readonly string[]): readonly Html[] =>
  labels.map((label) => html`<th scope="col" class="number">${label}</th>`);

function totals({ total }: LeadReport): Html {
  const row = (label: Html, value: number, note = ''): Html =>
    html`<tr><th scope="row">${label}</th>${number(value)}<td>${note}</td></tr>`;
  const parts = PARTS.map((part) =>
    row(
      html`<span class="key ${part}"></span>${MEANINGS[part]}`,
      total[part],
      percent(total[part], total.taken),
    ),
  );
  return html`${bar(total, total.taken)}
<table><tbody>
${row(html`Leads taken`, total.taken)}
${parts}
${row(html`Settled by a person`, total.settled, 'of those that are decided')}
${row(html`Charges at most`, total.charges.most, 'one for each lead that the service may have charged for')}
</tbody></table>`;
}

const byCount = (counts: CountByCode): [string, number][] =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

/** A table of codes, the most frequent first. */
function codes(title: string, counts: CountByCode, part: 'refused' | 'held'): Html {
  const rows = byCount(counts);
  const most = rows[0]?.[1] ?? 0;
  const barOf = (count: number): Html =>
    html`<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="${part}" x="0" y="0" width="${(100 * count) / most}" height="10"/></svg>`;
  return html`<table><thead><tr><th scope="col">${title}</th>${heads('Leads')}<td class="shares"></td></tr></thead><tbody>
${rows.map(
  ([code, count]) =>
    html`<tr><th scope="row"><bdi><code>${code}</code></bdi></th>${number(count)}<td>${barOf(count)}</td></tr>`,
)}
</tbody></table>`;
}

function refusals({ total: { refused, refusedBy } }: LeadReport): Html | undefined {
  if (refused === 0) return undefined;
  return html`<h2>Why leads were refused</h2>
<p>A lead counts under the first reason of its refusal. <code>npx consent-evidence explain</code> explains each code.</p>
${codes('Code', refusedBy, 'refused')}`;
}

function shadow({ total }: LeadReport): Html | undefined {
  if (total.shadow === undefined) return undefined;
  const { refused, refusedBy, undecidable } = total.shadow;
  return html`<h2>What the shadow criteria would have refused</h2>
<p>Of ${total.accepted} accepted leads, ${refused} (${percent(refused, total.accepted)}) would have been refused. ${undecidable} could not be judged.</p>
${refused === 0 ? undefined : codes('Code', refusedBy, 'held')}`;
}

/** How often each code refused leads of one group; a group of one code says it already. */
function codesOf(counts: LeadCounts, { by }: LeadReport): Html | undefined {
  if (by === 'code' || counts.refused === 0) return undefined;
  const told = byCount(counts.refusedBy).map(([code, count]) => `${code} ${count}`);
  return html`<span class="note"><bdi>${told.join(', ')}</bdi></span>`;
}

function groups(report: LeadReport): Html {
  const { by, total } = report;
  const most = Math.max(0, ...report.groups.map(({ taken }) => taken));
  const hasShadow = total.shadow !== undefined;
  const rows = report.groups.map(
    (group) =>
      html`<tr><th scope="row">${
        group.key === ''
          ? html`<span class="absent">without a source</span>`
          : html`<bdi>${group.key}</bdi>`
      }${codesOf(group, report)}</th><td>${bar(group, most)}</td>${[
        group.taken,
        ...PARTS.map((part) => group[part]),
        group.charges.most,
        ...(hasShadow ? [group.shadow?.refused ?? 0] : []),
      ].map(number)}</tr>`,
  );
  return html`<h2 id="groups">By ${by}</h2>
<div class="wide groups" role="region" aria-labelledby="groups" tabindex="0"><table><thead><tr><th scope="col">${KEY_NAMES[by]}</th><td class="shares"></td>${heads('Taken', 'Accepted', 'Refused', 'Duplicates', 'Held', 'Charges at most', ...(hasShadow ? ['Shadow refused'] : []))}</tr></thead><tbody>
${rows}
</tbody></table></div>`;
}

function pruned({ from, prunedBefore }: LeadReport): Html | undefined {
  if (prunedBefore === undefined) return undefined;
  const isCut = from < prunedBefore;
  return html`<div class="notice"><p>${isCut ? html`<strong>This report is incomplete.</strong> ` : undefined}The ledger was pruned: leads that were decided before ${instantText(prunedBefore)} are not counted.${isCut ? '' : ' This period is later.'}</p></div>`;
}

/**
 * Renders a report as one HTML page, for people who ask what was bought and what was paid for. The page
 * loads nothing and has no script, supports light and dark mode, and prints well.
 *
 * @returns the complete HTML document.
 * @throws `InvalidInputError` for a value that is not a report.
 * @example
 * ```ts
 * import { reportPage } from 'consent-evidence/intake';
 * const report = await intake.report({ from: Date.parse('2026-01-01'), by: 'source' });
 * const page = new Response(reportPage(report), { headers: { 'content-type': 'text/html' } });
 * ```
 */
export function reportPage(report: LeadReport): string {
  if (!isObject(report) || !isObject(report.total) || !Array.isArray(report.groups)) {
    throw invalidInput('report', 'expected a report of `intake.report`');
  }
  const title = `Leads by ${report.by}`;
  const body = html`<main>
<h1>${title}</h1>
<p class="matter">${periodText(report)}</p>
${pruned(report)}
${totals(report)}
${groups(report)}
${refusals(report)}
${shadow(report)}
</main>
<footer><p>Decided leads count at the instant of their decision, held ones at that of their first take. The service does not say whether it passed on a record for free, so the charges are at most these: compare them with the invoice.</p></footer>
`;
  return pageOf(title, REPORT_STYLE, body);
}

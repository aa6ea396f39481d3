import type { Coverage, CoverageItem } from '../../mock/suite-coverage/coverage.ts';
import { html } from '../../src/html-page/html.ts';
import { pageOf } from '../../src/html-page/page.ts';
import { PAGE_STYLE } from '../../src/html-page/page-style.ts';

/** How much of what there is was met, in whole percent, rounded down: 100 only if nothing is left. */
export function percentOf({ met, of }: Coverage): number {
  return Math.floor((100 * met) / of);
}

const unmetOf = ({ items }: Coverage): CoverageItem[] => items.filter(({ met }) => met === 0);

const injectedIn = ({ injected }: CoverageItem): string =>
  injected === 0 ? '' : ` (only by a fault, ${injected} times)`;

function headOf(coverage: Coverage): string {
  const { met, of } = coverage;
  return `The tests have met ${met} of the ${of} things that the service can do (${percentOf(coverage)} %).`;
}

/** Returns the report for a terminal: each thing that no test has met, and one line that meets it. */
export function coverageText(coverage: Coverage): string {
  const lines = unmetOf(coverage).map(
    (item) => `  ${item.id}: ${item.what}${injectedIn(item)}\n      ${item.how}`,
  );
  const rest = lines.length === 0 ? [] : ['', 'No test has met:', ...lines];
  return [headOf(coverage), ...rest].join('\n');
}

/** Returns the report as a page. */
export function coveragePage(coverage: Coverage): string {
  const rows = coverage.items.map(
    ({ id, what, met, injected, how }) => html`<tr><td>${id}</td><td>${what}</td>
<td>${met === 0 ? 'no' : `yes, ${met} times`}${injected > 0 ? `; ${injected} injected` : ''}</td>
<td><code>${how}</code></td></tr>
`,
  );
  const body = html`<main><h1>What the tests have met</h1><p>${headOf(coverage)}</p>
<table><thead><tr><th>Name</th><th>What it is</th><th>Met</th><th>A line that meets it</th></tr></thead>
<tbody>${rows}</tbody></table></main>`;
  return pageOf('What the tests have met', PAGE_STYLE, body);
}

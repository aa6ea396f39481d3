import { type Html, html } from '../../html-page/html.ts';
import { pageOf } from '../../html-page/page.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import { entriesOf, textOf } from '../stranger-data.ts';
import { BAG_COMMANDS } from './check-commands.ts';
import { agreedText, utcText } from './dossier-facts.ts';
import { type DossierSettings, leadWords } from './dossier-options.ts';
import { anchorOf, type DossierRecord, recordSection } from './dossier-record.ts';
import { DOSSIER_STYLE } from './dossier-style.ts';
import type { Found } from './find-candidates.ts';

/** The contents of the page. */
export interface DossierContents {
  readonly settings: DossierSettings;
  readonly records: readonly DossierRecord[];
  /** The names of the accounts that the records are of. */
  readonly accounts: readonly string[];
  readonly found: Found;
  readonly problems: readonly ArchiveProblem[];
  /** Unix milliseconds: when it was made. */
  readonly at: number;
  /** The number of the manifest's last line before the line of the page. */
  readonly lines: number;
  /** SHA-256 of that line. */
  readonly head: string;
}

/** `(415) 555-0123`. */
const phoneText = (digits: string): string =>
  `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;

const row = (label: string, value: string | Html): Html =>
  html`<tr><th scope="row">${label}</th><td><bdi>${value}</bdi></td></tr>`;

function asked({ settings, found, at, records, accounts }: DossierContents): Html {
  const { digits, asked: spelling, keys, leads } = settings;
  const { domains, domainsLeft, sources } = found;
  return html`<table><tbody>
${row('Phone number', `${phoneText(digits)}, searched for as "${spelling}"`)}
${row('Prepared', utcText(at) ?? '')}
${row('Account', accounts.map(textOf).join('; ') || 'not known: no record was found')}
${row('Searched', sources.join('; ') || 'nothing')}
${row('Domains searched', domains.join(', ') || 'none')}
${domainsLeft.length === 0 ? undefined : row('Not searched, or not to the end', domainsLeft.join(', '))}
${row('Keys searched', ['the service’s own list of phone numbers', ...keys].join(', '))}
${leads.length === 0 ? undefined : row('Leads', leads.map(leadWords).join(', '))}
${row('Records found', String(records.length))}
</tbody></table>`;
}

const NOTICE = html`<div class="notice"><p>This dossier repeats what the records say, and says what they do not. Where something is not recorded, it says <span class="absent">not in this record</span>. It does not judge whether any law is met.</p>
<p>The records are candidates: each has the number in the data that the page or the service recorded. A number can appear on a page without being the visitor’s, and a record about this number may exist that this search does not find. An empty result means that this search found nothing, not that there is nothing.</p></div>`;

function problemsOf(problems: readonly ArchiveProblem[]): Html {
  if (problems.length === 0) return html``;
  const said = problems.map(({ kind, message, cdrId, domainId }) => {
    const about = [cdrId, domainId].filter((each) => each !== undefined).join(', ');
    return html`<li><bdi>${about === '' ? kind : `${kind} (${about})`}: ${message}</bdi></li>`;
  });
  return html`<h2>What could not be done</h2><ul>${said}</ul>`;
}

const imageState = ({ cdr, line }: Pick<DossierRecord, 'cdr' | 'line'>): string =>
  line.image !== null ? 'in this dossier' : cdr.devMode === true ? 'Dev Mode' : 'not collected';

function contents({ records, problems }: DossierContents): Html {
  if (records.length === 0) {
    const but =
      problems.length > 0 && ', but not everything could be searched: see “What could not be done”';
    return html`<p class="notice">No record was found${but || undefined}.</p>`;
  }
  const rows = records.map(({ cdr, line }, at) => {
    const texts = entriesOf(cdr.detectedDisclosureDetails?.disclosures).map(agreedText);
    const agreed = texts.length === 0 ? 'not in this record' : [...new Set(texts)].join(' ');
    return html`<tr><td><a href="#${anchorOf(at)}">${at + 1}</a></td><td>${
      utcText(cdr.capturedAt) ?? 'not in this record'
    }</td><td><bdi>${textOf(cdr.domain ?? 'not in this record')}</bdi></td><td><bdi>${agreed}</bdi></td><td>${imageState(
      {
        cdr,
        line,
      },
    )}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">No.</th><th scope="col">Captured</th><th scope="col">Domain</th><th scope="col">Consent</th><th scope="col">Image</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function footer({ head, lines, records }: DossierContents): Html {
  const files = records.length === 0 ? 'this page' : 'the records, the images and this page';
  return html`<footer><p>The folder of this page holds ${files}, each with its length and SHA-256 in <code>manifest.ndjson</code>. Each line of it holds the SHA-256 of the line before; the last one before this page is <code>${head}</code>: <code>sed -n ${lines}p manifest.ndjson | tr -d '\\n' | sha256sum</code>. To compare every file: <code>consent-evidence archive verify FOLDER/data</code>, or in the folder above this page, which is a BagIt bag, with GNU tools: ${BAG_COMMANDS.map((command) => html`<code>${command}</code> `)}which print each file that is not as it was. The commands for the seals are in <code>declaration.html</code> there.</p></footer>`;
}

/** Builds the page. It runs no scripts, loads nothing from elsewhere, and can be printed. */
export function dossierPage(given: DossierContents): string {
  const { settings, records, problems } = given;
  const { digits, note } = settings;
  const title = `Consent evidence for ${phoneText(digits)}`;
  const count = records.length;
  const body = html`<main>
<h1>${title}</h1>
<p class="matter">${note === undefined ? 'Dossier' : html`Dossier for <bdi>${note}</bdi>`}</p>
${asked(given)}
<h2>What this is</h2>
${NOTICE}
${problemsOf(problems)}
<h2>Records</h2>
${contents(given)}
${records.map((record, at) => recordSection(record, at, { digits, count }))}
</main>
${footer(given)}
`;
  return pageOf(title, DOSSIER_STYLE, body);
}

import type { Cdr } from '../../contract/cdr.ts';
import { DISCLOSURE_TEXT_MAX_CHARS, DISCLOSURES_MAX } from '../../contract/limits.ts';
import { type Html, html } from '../../html-page/html.ts';
import type { RecordLine } from '../manifest-line.ts';
import { entriesOf, isMembers, textOf } from '../stranger-data.ts';
import {
  declaredOf,
  detectedOf,
  type Fact,
  handOverFacts,
  type ShownDisclosure,
  utcText,
  whenFacts,
  whereFacts,
  whoFacts,
} from './dossier-facts.ts';
import { type ConsentMember, consentMembers } from './dossier-members.ts';
import type { Candidate } from './find-candidates.ts';

/** A record of the dossier, with everything that its section needs. */
export interface DossierRecord {
  readonly cdr: Cdr;
  readonly line: RecordLine;
  readonly candidate: Candidate;
  /** The `src` of the image; `undefined` if there is no image. */
  readonly imageSource: string | undefined;
}

const ABSENT = html`<span class="absent">not in this record</span>`;

const shown = (value: unknown): string | Html => (value == null ? ABSENT : textOf(value));

const row = ({ label, value, note }: Fact): Html =>
  html`<tr><th scope="row">${label}</th><td><bdi>${shown(value)}</bdi>${
    note === undefined ? undefined : html`<span class="note">${note}</span>`
  }</td></tr>`;

function facts(title: string, rows: readonly Fact[]): Html {
  return html`<h3>${title}</h3><table><tbody>${rows.map(row)}</tbody></table>`;
}

const disclosure = ({ key, text, agreed }: ShownDisclosure): Html =>
  html`<blockquote><bdi>${shown(text)}</bdi></blockquote>
<p>${agreed} <span class="note">Tag on the page: <bdi>${shown(key)}</bdi></span></p>`;

function words(cdr: Cdr): Html {
  const detected = detectedOf(cdr);
  const declared = declaredOf(cdr);
  const none = html`<p>No disclosure was found on the page: ${ABSENT}.</p>`;
  const texts =
    detected === undefined
      ? html`<p>No submission was detected, so what was shown at that moment is ${ABSENT}.</p>`
      : detected.length === 0
        ? none
        : detected.map(disclosure);
  const said =
    declared.length === 0
      ? html`<p>What the page’s operator declared: ${ABSENT}.</p>`
      : declared.map(disclosure);
  return html`<h3>Words shown, and how consent was given</h3>
<p class="note">As the service read them from the page at the moment of submission: at most ${DISCLOSURES_MAX} texts, each cut at ${DISCLOSURE_TEXT_MAX_CHARS} characters.</p>
${texts}
<h3>Words that the page’s operator declared</h3>
<p class="note">Reported by the capturing page; not an attestation by the service.</p>
${said}`;
}

function ownData({ customMetadata }: Cdr): Html {
  const given: unknown = customMetadata;
  const data = isMembers(given) || given === undefined ? (given ?? {}) : { customMetadata: given };
  const rows = Object.entries(data).map(([label, value]) => ({ label, value: textOf(value) }));
  if (rows.length === 0) return html`<h3>Data that the page passed</h3><p>${ABSENT}.</p>`;
  return facts('Data that the page passed', rows);
}

const member = ({ label, held, note }: ConsentMember): Html =>
  html`<tr><th scope="row">${label}</th><td>${
    held === undefined ? ABSENT : html`in this record: <bdi>${held}</bdi>`
  }${note === undefined ? undefined : html`<span class="note">${note}</span>`}</td></tr>`;

function members(cdr: Cdr, line: RecordLine): Html {
  return html`<h3>By what 16 CFR 310.5(a)(8) lists</h3>
<p class="note">The Telemarketing Sales Rule (89 FR 26760) lists six members of a record of consent. What this record holds of each:</p>
<table><tbody>${consentMembers(cdr, line).map(member)}</tbody></table>`;
}

function image({ cdr, line, imageSource }: DossierRecord): Html {
  if (cdr.devMode === true) {
    return html`<h3>Image</h3><p class="notice">There is no image: this is a Dev Mode record, a capture for development, whose image can never be downloaded.</p>`;
  }
  if (line.image === null || imageSource === undefined) {
    return html`<h3>Image</h3><p class="notice">The image is not in this dossier: the record is not collected for this account, so only its text could be read. It can be collected from the service as long as the record exists there.</p>`;
  }
  if (!isPicture(line.image.contentType)) {
    return html`<h3>Image</h3><p>It is the file <a href="${imageSource}">${line.image.path}</a>, ${line.image.contentType}, which this page cannot show.</p>`;
  }
  const alt = `Evidence image of record ${cdr.cdrId}: the page as it was captured`;
  return html`<h3>Image</h3><figure><img src="${imageSource}" alt="${alt}">
<figcaption>File <code>${line.image.path}</code>, ${line.image.bytes} bytes, ${line.image.contentType}</figcaption></figure>`;
}

function hashes({ record, image: file }: RecordLine): Html {
  const rows = [
    { label: 'Record file', value: record.path },
    { label: 'SHA-256 of the record', value: record.sha256 },
    { label: 'Image file', value: file?.path },
    { label: 'SHA-256 of the image', value: file?.sha256 },
  ];
  return html`<div class="hashes">${facts('Files and hashes', rows)}</div>`;
}

/** Whether browsers show this type as an image. For other types, the page links the file. */
export const isPicture = (contentType: string): boolean =>
  /^image\/(?:png|jpeg|webp|gif|avif)$/i.test(contentType);

/** The anchor of a record's section. */
export const anchorOf = (at: number): string => `record-${at + 1}`;

const ON_THE_PAGE = 'among the phone numbers that the service saw on the page';

/** Where the number is. The key `phones` can also be one of the page's own data. */
function placesOf({ autoMetadata, customMetadata }: Cdr, candidate: Candidate, digits: string) {
  const isSeen = entriesOf(autoMetadata?.phones).includes(`+1${digits}`);
  const isOwnList = !isSeen && Object.hasOwn(customMetadata ?? {}, 'phones');
  const places = [...candidate.foundBy].map((key) =>
    key === 'phones' && !isOwnList ? ON_THE_PAGE : `in the page’s own data, under "${key}"`,
  );
  if (candidate.leads.length > 0) places.push('by the lead in the ledger');
  return places.length > 0 ? places : ['by an earlier run of this dossier'];
}

/** The section of one record. */
export function recordSection(
  record: DossierRecord,
  at: number,
  { digits, count }: { readonly digits: string; readonly count: number },
): Html {
  const { cdr, line, candidate } = record;
  return html`<section class="record" aria-labelledby="${anchorOf(at)}">
<h2 id="${anchorOf(at)}">Record ${at + 1} of ${count}: ${cdr.cdrId}</h2>
<p>Captured ${utcText(cdr.capturedAt) ?? ABSENT}. The number was found ${placesOf(cdr, candidate, digits).join('; ')}.</p>
${image(record)}
${words(cdr)}
${facts('Who', whoFacts(cdr))}
${facts('When', whenFacts(cdr))}
${facts('Where', whereFacts(cdr))}
${ownData(cdr)}
${members(cdr, line)}
${facts('Chain of hand-overs', handOverFacts(cdr, line, candidate))}
${hashes(line)}
</section>`;
}

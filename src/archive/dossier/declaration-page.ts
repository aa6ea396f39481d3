import { type Html, html } from '../../html-page/html.ts';
import { pageOf } from '../../html-page/page.ts';
import { PACKAGE_VERSION } from '../../platform/package-version.ts';
import type { RecordLine } from '../manifest-line.ts';
import { PAYLOAD, PAYLOAD_MANIFEST } from './bag.ts';
import { BAG_COMMANDS, sealCommands } from './check-commands.ts';
import type { DeclarationFacts, NumberedSeal } from './declaration-facts.ts';
import { utcText } from './dossier-facts.ts';
import { DECLARATION_STYLE } from './dossier-style.ts';

/** The contents of the form. */
export interface DeclarationContents extends DeclarationFacts {
  /** Unix milliseconds: when it was made. */
  readonly at: number;
  /** SHA-256 of the list of the files below `data/`. */
  readonly payloadSha256: string;
  /** Whether the run that ended the dossier had a client. */
  readonly isOnline: boolean;
}

/** A request that a dossier can need, as the service's documentation names it, and what for. */
const REQUESTS: readonly (readonly [string, string])[] = [
  ['GET /v1/domains', 'the domains of the account'],
  ['GET /v1/domains/:domainId/cdrs', 'the records of a domain that have the number'],
  ['GET /v1/cdrs/:cdrId', 'one record'],
  ['GET of the download URL in that reply', 'the image of that record'],
];

const row = (label: string, value: string | Html): Html =>
  html`<tr><th scope="row">${label}</th><td><bdi>${value}</bdi></td></tr>`;

/** A label, and a line to write on by hand. */
const blank = (label: string): Html =>
  html`<div class="blank"><span>${label}</span><span class="line"></span></div>`;

const blanks = (count: number): Html[] =>
  Array.from({ length: count }, () => html`<div class="blank"><span class="line"></span></div>`);

const NOTICE = html`<p class="notice">This is a form. A person who knows what it states completes it by hand, strikes what does not apply, and signs it. The program filled in what it did, and nothing that a person must state. The form follows what Rules 902(11), 902(13) and 902(14) of the Federal Rules of Evidence and 28 U.S.C. § 1746 ask for. Whether it meets them is for a lawyer and the court to say.</p>`;

function person({ dossier }: DeclarationContents): Html {
  return html`<h2>1. The person</h2>
${blank('Court and case')}
${dossier?.note === undefined ? undefined : html`<p>Note in the dossier: <bdi>${dossier.note}</bdi></p>`}
${blank('Name')}
${blank('Employer and position')}
<p>How I know the process that is described here, and what qualifies me to state it:</p>
${blanks(3)}`;
}

function run(given: DeclarationContents): Html {
  const { dossier, page, at, isOnline, cuts, records } = given;
  const requests = REQUESTS.map(
    ([request, what]) => html`<tr><td><code>${request}</code></td><td>${what}</td></tr>`,
  );
  return html`<h2>2. What the process did</h2>
<table><tbody>
${row('Program', `consent-evidence, version ${PACKAGE_VERSION}, which wrote this form`)}
${row('Phone number', dossier?.phone ?? 'not in the manifest')}
${row('Begun', utcText(dossier?.at) ?? 'not in the manifest')}
${row('Page written', page === undefined ? 'not in the manifest' : html`${utcText(page.at)}: <code>${PAYLOAD}${page.file.path}</code>, SHA-256 <code>${page.file.sha256}</code>`)}
${row('This form written', utcText(at) ?? '')}
${row('Records', String(records.length))}
${cuts === 0 ? undefined : row('Noted losses of lines', String(cuts))}
</tbody></table>
<p>All times are by the clock of the machine that the program ran on. The page states what was searched, and what could not be done.</p>
${
  isOnline
    ? html`<p>These are the requests that the program can send to the service for a dossier. None changes a record or pays for one.</p>
<table><thead><tr><th scope="col">Request</th><th scope="col">For</th></tr></thead><tbody>${requests}</tbody></table>`
    : html`<p>The run that ended this dossier had no connection to the service, and sent no request.</p>`
}`;
}

const digits = (name: string, sha256: string): Html =>
  html`<br><code>${PAYLOAD}${name}</code> <code>${sha256}</code>`;

function recordRow({ cdrId, fetchedAt, requestId, record, image }: RecordLine, at: number): Html {
  const by = requestId === undefined ? 'no request id' : `request ${requestId}`;
  return html`<tr><td>${at + 1}</td><td><bdi>${cdrId}</bdi>: read ${utcText(fetchedAt)}, <bdi>${by}</bdi>${digits(record.path, record.sha256)}${
    image === null ? html`<br>no image` : digits(image.path, image.sha256)
  }</td></tr>`;
}

function hashes({ records, head, lines, payloadSha256 }: DeclarationContents): Html {
  return html`<h2>3. Records and hashes</h2>
<p>The program computed the SHA-256 of each record and each image from the bytes that it stored. A record is stored as the service returned it, as JSON, without its download URL, which expires. A record that was copied from an archive has the time and the request of the run that archived it.</p>
${records.length === 0 ? html`<p>No record was found.</p>` : html`<table class="hashes"><thead><tr><th scope="col">No.</th><th scope="col">Record, files and SHA-256</th></tr></thead><tbody>${records.map(recordRow)}</tbody></table>`}
<table class="hashes"><tbody>
${row(`SHA-256 of ${PAYLOAD_MANIFEST}, which lists every file below ${PAYLOAD}`, payloadSha256)}
${row(`SHA-256 of the last line of ${PAYLOAD}manifest.ndjson, line ${lines}`, head)}
</tbody></table>`;
}

function seals({ seals: all }: DeclarationContents): Html {
  if (all.length === 0) {
    return html`<h2>4. Seals</h2><p>None: the program was given no key to sign with, and no time-stamp authority.</p>`;
  }
  const rows = all.map(({ number, line }: NumberedSeal) =>
    row(
      `Line ${number}`,
      html`${utcText(line.at)}, for the SHA-256 <code>${line.previous}</code> of line ${number - 1}${
        line.signature &&
        html`<br>Ed25519 signature by the key <bdi>${line.keyId}</bdi>${digits(line.signature.path, line.signature.sha256)}`
      }${line.timestamp && html`<br>RFC 3161 time stamp${digits(line.timestamp.path, line.timestamp.sha256)}`}`,
    ),
  );
  return html`<h2>4. Seals</h2><table><tbody>${rows}</tbody></table>`;
}

function check({ seals: all }: DeclarationContents): Html {
  const commands = all.flatMap(sealCommands);
  return html`<h2>5. How to compare the files with this form</h2>
<p>Of a ZIP file, make a folder with <code>unzip</code>. In the folder of this form, with GNU tools, the first two commands print nothing if each file is as the lists have it, and name each file that is not. The third prints the SHA-256 that part 3 has.</p>
<pre id="bag-commands">${[...BAG_COMMANDS, `sha256sum ${PAYLOAD_MANIFEST}`].join('\n')}</pre>
${
  commands.length === 0
    ? undefined
    : html`<p>For each seal, <code>sed</code> and <code>cat</code> print the same SHA-256. Get <code>PUBLIC-KEY.pem</code> from the holder of the key, and <code>AUTHORITY.pem</code> from the time-stamp authority, not from this folder.</p>
<pre id="seal-commands">${commands.join('\n')}</pre>`
}`;
}

const STATEMENTS = html`<h2>6. To be stated by the person</h2>
<p>What process or system generated the records, how it works, and what can be said of its results (Rule 902(13)):</p>
${blanks(5)}
<p>From what the files in this folder were copied, and how their hash values were compared (Rule 902(14)):</p>
${blanks(5)}
<h2>7. Signature (28 U.S.C. § 1746)</h2>
<p>Strike the sentence that does not apply.</p>
<p>If executed within the United States, its territories, possessions, or commonwealths: I declare under penalty of perjury that the foregoing is true and correct.</p>
<p>If executed without the United States: I declare under penalty of perjury under the laws of the United States of America that the foregoing is true and correct.</p>
${blank('Place')}
${blank('Executed on (date)')}
${blank('Signature')}`;

/** Builds the form, to be printed, completed and signed. It runs no scripts and loads nothing. */
export function declarationPage(given: DeclarationContents): string {
  const body = html`<main>
<h1>Declaration</h1>
<p class="matter">About the records in this folder</p>
${NOTICE}
${person(given)}
${run(given)}
${hashes(given)}
${seals(given)}
${check(given)}
${STATEMENTS}
</main>
`;
  return pageOf('Declaration, to be completed and signed', DECLARATION_STYLE, body);
}

import { exportArchive, folderVault } from '../../../src/archive/index.ts';
import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import { act, type Work } from '../../output/act.ts';
import { type Finding, RunFailure } from '../../output/print-finding.ts';
import { printable } from '../../output/printable.ts';
import { count } from '../../output/report-text.ts';
import type { DisclosuresFlags } from './archive-flags.ts';
import { readApproved } from './read-approved.ts';
import { refuseNoVault } from './refuse-no-folder.ts';
import { type ExportedRow, Wordings } from './wordings.ts';

/** Further texts are only in `--json`. */
const SHOWN_MAX = 50;
/** Further pages of a text are only in `--json`. */
const PAGES_SHOWN = 5;

/** A text as `--json` has it: missing values are `null`, further pages and mechanisms are counted. */
function dataOf({ text, approved, ...wording }: Wordings['all'][number]) {
  const { records, firstSeen = null, lastSeen = null, pages, mechanisms } = wording;
  return {
    text,
    approved: approved ?? null,
    records,
    firstSeen,
    lastSeen,
    pages: pages.most.map(([page, of]) => ({ page: page === '' ? null : page, records: of })),
    recordsOnOtherPages: pages.rest,
    mechanisms: mechanisms.most.map(([name, of]) => ({
      mechanism: name === '' ? null : name,
      records: of,
    })),
    recordsByOtherMechanisms: mechanisms.rest,
  };
}

type WordingData = ReturnType<typeof dataOf>;

function linesOf({ text, approved, records, pages, mechanisms, ...of }: WordingData): string[] {
  const verdict = approved === null ? 'text' : approved ? 'approved' : 'NOT APPROVED';
  const days = [of.firstSeen, of.lastSeen].map((at) => at?.slice(0, 10) ?? 'an unknown day');
  const shown = pages.slice(0, PAGES_SHOWN);
  const elsewhere =
    of.recordsOnOtherPages + pages.slice(PAGES_SHOWN).reduce((sum, page) => sum + page.records, 0);
  const parts = (each: readonly string[], rest: number): string =>
    [...each, ...(rest > 0 ? [`others (${rest})`] : [])].join(', ');
  const agreed = mechanisms.map((each) => `${each.mechanism ?? 'not recorded'} (${each.records})`);
  const places = shown.map((each) => `${each.page ?? 'not recorded'} (${each.records})`);
  // A page chose these: a line feed in them would look like a line of ours.
  return [
    `${verdict}  "${text}"`,
    `  ${count(records, 'record')}, from ${days[0]} to ${days[1]}`,
    `  agreed by: ${parts(agreed, of.recordsByOtherMechanisms)}`,
    `  pages: ${parts(places, elsewhere)}`,
  ].map(printable);
}

function restLine({ disclosures, notApproved }: Wordings['rest'], isJudged: boolean): string {
  const judged = isJudged ? `, ${notApproved} of them not approved` : '';
  return `the rest: ${count(disclosures, 'disclosure')} with further texts${judged}`;
}

function findingOf(dir: string, approved: string | undefined, wordings: Wordings): Finding {
  const { records, bare, rest } = wordings;
  const texts = wordings.all.map(dataOf);
  const refused = texts.filter((each) => each.approved === false).length;
  const ok = refused === 0 && rest.notApproved === 0;
  const lines = [
    ...texts.slice(0, SHOWN_MAX).flatMap(linesOf),
    ...(texts.length > SHOWN_MAX
      ? [`${count(texts.length - SHOWN_MAX, 'further text')}: --json lists them`]
      : []),
    ...(rest.disclosures > 0 ? [restLine(rest, approved !== undefined)] : []),
    `${count(texts.length, 'text')} in ${count(records, 'record')}, ${bare} without a disclosure`,
    ...(approved === undefined ? [] : [`${refused} not approved`]),
  ];
  const counts = { records, recordsWithoutDisclosure: bare, notApproved: refused };
  const data = { dir, interrupted: false, ...counts, texts, rest };
  return { ok, data, text: lines.join('\n') };
}

async function disclosures(dir: string, flags: DisclosuresFlags, work: Work): Promise<Finding> {
  const { signal, progress } = work;
  const approved = flags.approved === undefined ? undefined : await readApproved(flags.approved);
  await refuseNoVault(dir);
  const wordings = new Wordings(approved);
  try {
    for await (const line of exportArchive(folderVault(dir), { format: 'ndjson', signal })) {
      wordings.add(JSON.parse(line) as ExportedRow);
      progress.show(`${wordings.records} records, ${wordings.size} texts`);
    }
  } catch (error) {
    if (signal.aborted) {
      return { ok: false, data: { dir, interrupted: true }, text: 'interrupted' };
    }
    if (error instanceof InvalidInputError) throw error;
    // Of a record or a manifest that was changed: what was counted is not all.
    throw new RunFailure(`${dir}: ${(error as Error).message}`);
  }
  return findingOf(dir, flags.approved, wordings);
}

/** Lists the distinct disclosure texts of an archive, and those that no one has approved. */
export async function runDisclosures(dir: string, flags: DisclosuresFlags): Promise<void> {
  await act('archive disclosures', flags.json, (work) => disclosures(dir, flags, work));
}

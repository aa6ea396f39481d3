import { endpoints } from '../../src/contract/endpoints.ts';
import type { Row } from './row.ts';

/** Returns the file of an endpoint's own tests below `test/service`, without `.test.ts`. */
export function fileOfEndpoint(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Makes a row with the weakest claim: only a person can say that the specification states a rule. */
function rowOf(file: string, title: string): Row {
  const [, section = '', rule = ''] = /^([\d.]+(?: rule \d+)?): (.+)$/.exec(title) ?? [];
  const sentence = `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;
  return { section, kind: 'chosen', rule: sentence, proof: { file, title }, place: undefined };
}

/** What is wrong between the rows and the tests, or was changed to mend it. */
export interface RowsOfTests {
  readonly rows: readonly Row[];
  /** The changes to report. */
  readonly told: readonly string[];
  /** The stated rows without a test: the specification still says so, so only a person may drop one. */
  readonly untested: readonly Row[];
}

/**
 * Returns the rows for the current tests. A row whose test is gone is dropped unless it is stated, and
 * an endpoint whose file has no row yet gets one for each of its tests.
 *
 * @param titles as `suiteTitles` gives them: `file: title`.
 */
export function rowsOfTests(rows: readonly Row[], titles: ReadonlySet<string>): RowsOfTests {
  const isGone = ({ proof }: Row) =>
    'file' in proof && !titles.has(`${proof.file}: ${proof.title}`);
  const dropped = rows.filter((row) => isGone(row) && row.kind !== 'stated');
  const files = new Set(rows.flatMap(({ proof }) => ('file' in proof ? [proof.file] : [])));
  const wanting = Object.keys(endpoints)
    .map(fileOfEndpoint)
    .filter((file) => !files.has(file));
  const added = wanting.flatMap((file) =>
    [...titles]
      .filter((each) => each.startsWith(`${file}: `))
      .map((each) => rowOf(file, each.slice(file.length + 2)))
      .filter(({ section }) => section !== ''),
  );
  const line = (word: string) => (row: Row) => `${word} §${row.section} ${row.rule}`;
  return {
    rows: [...rows.filter((row) => !dropped.includes(row)), ...added],
    told: [...dropped.map(line('gone  ')), ...added.map(line('chosen'))],
    untested: rows.filter((row) => isGone(row) && row.kind === 'stated'),
  };
}

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

/**
 * Returns the rows for the current tests, and the changes to report. A row whose test is gone is
 * dropped, and an endpoint whose file has no row yet gets one for each of its tests.
 *
 * @param titles as `suiteTitles` gives them: `file: title`.
 */
export function rowsOfTests(rows: readonly Row[], titles: ReadonlySet<string>) {
  const isThere = ({ proof }: Row) =>
    !('file' in proof) || titles.has(`${proof.file}: ${proof.title}`);
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
  return {
    rows: [...rows.filter(isThere), ...added],
    told: [
      ...rows
        .filter((row) => !isThere(row))
        .map(({ section, rule }) => `gone   §${section} ${rule}`),
      ...added.map(({ section, rule }) => `chosen §${section} ${rule}`),
    ],
  };
}

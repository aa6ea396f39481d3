import { readFileSync } from 'node:fs';

/** The libraries that the build has copied, as a table, from the licences that it has written. */
export function renderInlined(): string {
  const text = readFileSync('THIRD-PARTY-LICENSES.txt', 'utf8');
  const rows = [...text.matchAll(/^-{80}\n(\S+) (\S+) \((.+)\)\n(\S+)$/gm)].map(
    ([, name, version, license, homepage]) =>
      `| [${name}](${homepage}) | ${version} | ${license} |`,
  );
  return ['| library | version | licence |', '| --- | --- | --- |', ...rows].join('\n');
}

import { readFileSync } from 'node:fs';

/** Renders the table of the libraries that the build has copied, from the licences that it wrote. */
export function renderInlined(): string {
  const text = readFileSync('THIRD-PARTY-LICENSES.txt', 'utf8');
  const rows = [...text.matchAll(/^-{80}\n(\S+) (\S+) \((.+)\)\n(\S+)$/gm)].map(
    ([, name, version, license, homepage]) =>
      `| [${name}](${homepage}) | ${version} | ${license} |`,
  );
  return ['| library | version | licence |', '| --- | --- | --- |', ...rows].join('\n');
}

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import type { OptionRow } from './print-option-tables.ts';

/** The types that an entry point exports, as the reports of the entry points list them. */
function exportedTypes(): Set<string> {
  const reports = globSync('docs/api-report/*.md').map((file) => readFileSync(file, 'utf8'));
  const names = reports.flatMap((report) => [...report.matchAll(/^(?:interface|type) (\w+)/gm)]);
  return new Set(names.map(([, name = '']) => name));
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

const rowOf = ({ name, expected, isRequired }: OptionRow): string =>
  `| \`${name}\` | ${cell(expected)} | ${isRequired ? 'required' : ''} |`;

/** Returns all options of the package, from the tables by which they are checked. */
export function renderOptions(): string {
  const printed = execFileSync(process.execPath, ['scripts/print-option-tables.ts'], {
    encoding: 'utf8',
  });
  const tables = JSON.parse(printed) as [type: string, rows: OptionRow[]][];
  const exported = exportedTypes();
  const sections = tables
    .filter(([type]) => exported.has(type))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([type, rows]) =>
        `## ${type}\n\n| option | expected | |\n| --- | --- | --- |\n${rows.map(rowOf).join('\n')}`,
    );
  return `# All options

Each function checks its options by one of these tables before it does anything. An unknown name is refused with the name that was probably meant, and one \`InvalidInputError\` lists all problems. What an option does, and its default, is in the reference of its type.

${sections.join('\n\n')}
`;
}

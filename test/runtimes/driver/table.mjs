function cellOf(results, group) {
  const cases = results.filter((result) => result.group === group);
  if (cases.length === 0) return '–';
  return `${cases.filter(({ passed }) => passed).length}/${cases.length}`;
}

function aligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

/** Renders groups as rows and runtimes as columns: passed of all, `–` if a runtime lacks the group. */
export function tableOf(rows) {
  const groups = new Set(rows.flatMap(({ results }) => results.map(({ group }) => group)));
  const lines = [
    ['', ...rows.map(({ name }) => name)],
    ['version', ...rows.map(({ version }) => version)],
    ...[...groups].map((name) => [name, ...rows.map(({ results }) => cellOf(results, name))]),
    ['seconds', ...rows.map(({ seconds }) => seconds?.toFixed(1) ?? '–')],
  ];
  return aligned(lines).join('\n');
}

/** Renders one paragraph for each failed case. */
export function failuresOf(rows) {
  return rows.flatMap(({ name, results }) =>
    results
      .filter(({ passed }) => !passed)
      .map(({ group, title, error }) => `\n${name} · ${group} · ${title}\n${error}`),
  );
}

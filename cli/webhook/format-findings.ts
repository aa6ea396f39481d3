import type { Diagnosis } from './diagnose.ts';

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

/**
 * Formats a table with one line per finding, each problem followed by its likely mistake. Ends with
 * the common cause if there is one.
 */
export function formatFindings({ findings, cause, accepts }: Diagnosis): string {
  const nameWidth = widest(findings.map(({ probe }) => probe));
  const answerWidth = widest(findings.map(({ answer }) => answer));
  const lines = findings.flatMap(({ verdict, probe, answer, meaning, mistake }) => {
    const start = `${verdict.toUpperCase()}  ${probe.padEnd(nameWidth)}  `;
    const line = `${start}${answer.padEnd(answerWidth)}  ${meaning}`;
    const indent = ' '.repeat(start.length + answerWidth + 2);
    return mistake === undefined ? [line] : [line, `${indent}likely: ${mistake}`];
  });
  if (cause === undefined) return lines.join('\n');
  const what = accepts ? '' : 'New deliveries are not accepted. ';
  return [...lines, '', `${what}The likely cause: ${cause}`].join('\n');
}

import type { Finding } from './examine-webhook.ts';

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

/** A table with a line for each finding, and the likely mistake below what is not as it should be. */
export function formatFindings(findings: readonly Finding[]): string {
  const nameWidth = widest(findings.map(({ probe }) => probe));
  const answerWidth = widest(findings.map(({ answer }) => answer));
  return findings
    .flatMap(({ verdict, probe, answer, meaning, mistake }) => {
      const start = `${verdict.toUpperCase()}  ${probe.padEnd(nameWidth)}  `;
      const line = `${start}${answer.padEnd(answerWidth)}  ${meaning}`;
      const indent = ' '.repeat(start.length + answerWidth + 2);
      return mistake === undefined ? [line] : [line, `${indent}likely: ${mistake}`];
    })
    .join('\n');
}

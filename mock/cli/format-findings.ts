import type { Finding } from './examine-webhook.ts';

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

/**
 * A table with a line for each finding, the likely mistake below what is not as it should be, and at
 * the end the one cause, where there is one.
 */
export function formatFindings(findings: readonly Finding[], cause?: string): string {
  const nameWidth = widest(findings.map(({ probe }) => probe));
  const answerWidth = widest(findings.map(({ answer }) => answer));
  const lines = findings.flatMap(({ verdict, probe, answer, meaning, mistake }) => {
    const start = `${verdict.toUpperCase()}  ${probe.padEnd(nameWidth)}  `;
    const line = `${start}${answer.padEnd(answerWidth)}  ${meaning}`;
    const indent = ' '.repeat(start.length + answerWidth + 2);
    return mistake === undefined ? [line] : [line, `${indent}likely: ${mistake}`];
  });
  const end =
    cause === undefined ? [] : ['', `No genuine delivery is accepted. The likely cause: ${cause}`];
  return [...lines, ...end].join('\n');
}

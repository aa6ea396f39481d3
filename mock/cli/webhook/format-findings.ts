import type { Finding } from './examine-webhook.ts';

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

/**
 * Formats a table with one line per finding, each problem followed by its likely mistake. Ends with
 * the common cause if there is one.
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
    cause === undefined ? [] : ['', `New deliveries are not accepted. The likely cause: ${cause}`];
  return [...lines, ...end].join('\n');
}

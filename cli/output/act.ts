import { Interruption } from './interruption.ts';
import { type Finding, printFinding } from './print-finding.ts';
import { tell } from './printable.ts';
import { ProgressLine } from './progress-line.ts';

/** What a command gets to work with. */
export interface Work {
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly progress: ProgressLine;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Runs a command's work and prints the result as text, or with `json` as one line of JSON. `runCli`
 * prints an error.
 *
 * @param command the words that name the command, such as `archive verify`.
 */
export async function act(
  command: string,
  json: true | undefined,
  work: (work: Work) => Promise<Finding>,
): Promise<void> {
  const now = Date.now;
  const progress = new ProgressLine(process.stderr, now);
  using interruption = new Interruption(process, () => {
    progress.clear();
    tell('stopping after the current step; press again to stop immediately');
  });
  try {
    const finding = await work({ signal: interruption.signal, progress, now });
    progress.clear();
    printFinding({ command, json, now }, finding);
  } finally {
    progress.clear();
  }
}

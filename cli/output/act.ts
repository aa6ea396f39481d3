import { printableJson, printableLines } from '../printable.ts';
import { tell } from '../tell.ts';
import { Interruption } from './interruption.ts';
import { ProgressLine } from './progress-line.ts';

/** The result of a command. */
export interface Finding {
  /** False if what was examined or tried is not as it should be. */
  readonly ok: boolean;
  /** The report for scripts; `ok` is added. */
  readonly report: object;
  /** The text for people. */
  readonly text: string;
  /** Also for people, if the text is data for another program: written to standard error. */
  readonly notes?: string;
}

/** What a command gets to work with. */
export interface Work {
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly progress: ProgressLine;
  /** Unix milliseconds. */
  readonly now: () => number;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a command's work and prints the result as text, or with `json` as one line of JSON. If
 * something is not as it should be, the exit code is 1. `runCli` prints an error.
 */
export async function act(
  json: true | undefined,
  work: (work: Work) => Promise<Finding>,
): Promise<void> {
  const progress = new ProgressLine(process.stderr, Date.now);
  using interruption = new Interruption(process, () => {
    progress.clear();
    tell('stopping after the current step; press again to stop immediately');
  });
  try {
    const { ok, report, text, notes } = await work({
      signal: interruption.signal,
      progress,
      now: Date.now,
    });
    progress.clear();
    if (json) print(printableJson({ ok, ...report }));
    else if (text !== '') print(printableLines(text));
    if (!json && notes !== undefined) notes.split('\n').forEach(tell);
    if (!ok) process.exitCode = 1;
  } finally {
    progress.clear();
  }
}

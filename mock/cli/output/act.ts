import { isConsentEvidenceError } from '../../../src/errors/consent-evidence-error.ts';
import { printableJson, printableLines } from '../printable.ts';
import { RunFailure } from '../run-failure.ts';
import { tell } from '../tell.ts';
import { Interruption } from './interruption.ts';
import { ProgressLine } from './progress-line.ts';
import { toldError } from './told-error.ts';

/** What a command has found. */
export interface Finding {
  /** False: it was examined or tried, and is not as it should be. */
  readonly ok: boolean;
  /** For scripts; `ok` is added. */
  readonly report: object;
  /** For people. */
  readonly text: string;
  /** For people too, where the text is data for another program: told on the error output. */
  readonly notes?: string;
}

/** What a command works with. */
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

/** What was thrown on purpose; all else is a mistake of ours, and shows its stack. */
function isTold(error: unknown): error is Error {
  return isConsentEvidenceError(error) || error instanceof RunFailure;
}

/**
 * Runs a command's work, and prints what it found: text, or one line of JSON, which with `json` is
 * there whatever happened. What is not as it should be makes the exit code 1.
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
      ...{ signal: interruption.signal, progress },
      now: Date.now,
    });
    progress.clear();
    if (json) print(printableJson({ ok, ...report }));
    else if (text !== '') print(printableLines(text));
    if (!json && notes !== undefined) notes.split('\n').forEach(tell);
    if (!ok) process.exitCode = 1;
  } catch (error) {
    progress.clear();
    if (json && isTold(error)) print(printableJson({ ok: false, error: toldError(error) }));
    throw error;
  }
}

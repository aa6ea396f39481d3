import stringWidth from 'string-width';
import { printable } from './printable.ts';

/** Ten updates a second look immediate. */
const EVERY_MS = 100;
const CLEAR = '\r\u001b[2K';

/** Where a progress line goes: standard error, if it is a terminal. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

function cut(text: string, columns: number): string {
  let shown = '';
  for (const char of text) {
    if (stringWidth(shown + char) > columns) break;
    shown += char;
  }
  return shown;
}

/**
 * One line that shows a command's progress, only on a terminal. Libraries for this take over
 * signals and the process exit, which belong to the command here.
 */
export class ProgressLine {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  #shownAt = Number.NEGATIVE_INFINITY;
  #isShown = false;

  constructor(output: ProgressOutput, now: () => number) {
    this.#output = output;
    this.#now = now;
  }

  /** Shows the text, unless a previous one was shown just before. */
  show(text: string): void {
    const now = this.#now();
    if (!this.#output.isTTY || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    this.#isShown = true;
    // Writing to the last column wraps the line on some terminals.
    this.#output.write(CLEAR + cut(printable(text), (this.#output.columns ?? 80) - 1));
  }

  /** Writes a line that stays. */
  say(text: string): void {
    this.clear();
    if (this.#output.isTTY) this.#output.write(`${printable(text)}\n`);
  }

  /** Removes the line; what is printed next starts in its place. */
  clear(): void {
    if (this.#isShown) this.#output.write(CLEAR);
    this.#isShown = false;
    this.#shownAt = Number.NEGATIVE_INFINITY;
  }
}

import stringWidth from 'string-width';
import { printable } from '../printable.ts';

/** Ten times a second looks immediate. */
const EVERY_MS = 100;
const CLEAR = '\r\u001b[2K';

/** Where a progress line goes: a terminal's error output. */
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
 * One line that says how far a command has come, on a terminal and nowhere else. Libraries for this
 * take signals and the end of the process over, which here are the command's own.
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

  /** Shows the text, unless the last one has only just been shown. */
  show(text: string): void {
    const now = this.#now();
    if (!this.#output.isTTY || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    this.#isShown = true;
    // A last column that is written to breaks the line on some terminals.
    this.#output.write(CLEAR + cut(printable(text), (this.#output.columns ?? 80) - 1));
  }

  /** Takes the line away; whatever is printed next begins where it stood. */
  clear(): void {
    if (this.#isShown) this.#output.write(CLEAR);
    this.#isShown = false;
    this.#shownAt = Number.NEGATIVE_INFINITY;
  }
}

// A one-line progress bar for terminals only: a log file gets nothing.

/** `process.stderr`, or a stand-in for it. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const WIDTH = 24;

export function showProgress(screen: Screen, done: number, all: number, note: string): void {
  if (!screen.isTTY) return;
  const filled = all === 0 ? WIDTH : Math.round((done / all) * WIDTH);
  const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
  screen.write(`\r[${bar}] ${done}/${all} ${note}${done === all ? '\n' : ''}`);
}

import type { WebAbortSignal } from './platform.ts';

/** What waits for one signal, and the one listener that tells it. */
interface Waiting {
  readonly runs: Set<() => void>;
  readonly listener: () => void;
}

const waiting = /* @__PURE__ */ new WeakMap<WebAbortSignal, Waiting>();

function listen(signal: WebAbortSignal): Waiting {
  const runs = new Set<() => void>();
  const listener = (): void => {
    for (const run of runs) run();
  };
  signal.addEventListener('abort', listener);
  const one = { runs, listener };
  waiting.set(signal, one);
  return one;
}

/**
 * Calls `run` when the signal is aborted. Returns a function that takes it back. However many calls
 * share a signal, it has one listener: at the eleventh, Node would warn of a leak.
 */
export function onAbort(signal: WebAbortSignal, run: () => void): () => void {
  const { runs, listener } = waiting.get(signal) ?? listen(signal);
  runs.add(run);
  return () => {
    if (!runs.delete(run) || runs.size > 0) return;
    signal.removeEventListener('abort', listener);
    waiting.delete(signal);
  };
}

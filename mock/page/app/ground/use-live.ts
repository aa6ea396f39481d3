import { useEffect, useState } from 'preact/hooks';
import { callControl } from './call-control.ts';
import { ControlFailure } from './control-failure.ts';
import { revision } from './live.ts';
import { messageOf } from './message-of.ts';

/** The result of the last read: data, or what went wrong. */
export interface Live<T> {
  readonly data?: T;
  readonly error?: string;
  /** Whether there is no such thing, rather than an answer that did not come. */
  readonly isMissing?: boolean;
}

/** Returns the next state. A fake that cannot be reached says nothing about what it said before. */
function afterFailure<T>(before: Live<T>, failure: unknown): Live<T> {
  const isUnreachable = failure instanceof ControlFailure && failure.status === 0;
  if (isUnreachable && before.data !== undefined) return before;
  const isMissing = failure instanceof ControlFailure && failure.code === 'NOT_FOUND';
  return { error: messageOf(failure), isMissing };
}

/**
 * Reads a path of the control API, and again whenever the world changes, one read after the other.
 * Without a path, reads nothing.
 */
export function useLive<T>(path: string | undefined): Live<T> {
  const [state, setState] = useState<{ path: string | undefined; live: Live<T> }>();
  useEffect(() => {
    if (path === undefined) return undefined;
    let isWanted = true;
    let isReading = false;
    let isDue = false;
    let live: Live<T> = {};
    const read = async (): Promise<void> => {
      isDue = true;
      if (isReading) return;
      isReading = true;
      while (isDue && isWanted) {
        isDue = false;
        const before = live;
        live = await callControl<T>('GET', path).then(
          (data) => ({ data }),
          (failure: unknown) => afterFailure(before, failure),
        );
        if (isWanted) setState({ path, live });
      }
      isReading = false;
    };
    // The first notice is still to come. It starts the read.
    const stop = revision.subscribe((seen) => void (seen > 0 && read()));
    return () => {
      isWanted = false;
      stop();
    };
  }, [path]);
  return state !== undefined && state.path === path ? state.live : {};
}

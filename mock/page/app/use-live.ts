import { useEffect, useState } from 'preact/hooks';
import { callControl } from './call-control.ts';
import { revision } from './live.ts';

/** The result of the last read: data, or what went wrong. */
export interface Live<T> {
  readonly data?: T;
  readonly error?: string;
}

/**
 * Reads a path of the control API, and again whenever the world changes. Without a path, reads
 * nothing.
 */
export function useLive<T>(path: string | undefined): Live<T> {
  const [state, setState] = useState<Live<T> & { path: string | undefined }>({ path });
  const seen = revision.value;
  useEffect(() => {
    // The first notice is still to come. It starts the read.
    if (seen === 0 || path === undefined) return undefined;
    let isWanted = true;
    callControl<T>('GET', path).then(
      (data) => isWanted && setState({ path, data }),
      (error: unknown) =>
        isWanted && setState({ path, error: error instanceof Error ? error.message : 'unknown' }),
    );
    return () => {
      isWanted = false;
    };
  }, [path, seen]);
  return state.path === path ? state : {};
}

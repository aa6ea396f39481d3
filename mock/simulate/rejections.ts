/** Code whose unhandled rejections end its process, and not the process that simulates it. */
export interface RejectionOwner {
  /** A promise of this code was rejected, and no one handled it. */
  rejected(reason: unknown): void;
}

type Listener = (reason: unknown, promise: unknown) => void;

interface Platform {
  rawListeners?(event: string): Listener[];
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

const EVENT = 'unhandledRejection';

/**
 * Hands the unhandled rejections of a program to its owner, until the returned function is called.
 * All others go where they went before: to the test runner's listeners or, if there are none, to the
 * end of this process.
 */
export function watchRejections(ownerOf: () => RejectionOwner | undefined): () => void {
  const { process } = globalThis as unknown as { process?: Platform };
  if (process?.rawListeners === undefined) return () => undefined;
  const others = process.rawListeners(EVENT);
  const listener: Listener = (reason, promise) => {
    const owner = ownerOf();
    if (owner !== undefined) return owner.rejected(reason);
    if (others.length === 0) throw reason;
    for (const other of others) Reflect.apply(other, process, [reason, promise]);
  };
  for (const other of others) process.off(EVENT, other);
  process.on(EVENT, listener);
  return () => {
    process.off(EVENT, listener);
    for (const other of others) process.on(EVENT, other);
  };
}

import { isConsentEvidenceError } from '../errors/consent-evidence-error.ts';

/** An extension of V8 and JavaScriptCore. If it is missing, stacks stay as they are. */
type Capture = (target: object, above: unknown) => void;

function capture(target: object, above: unknown): void {
  (Error as { captureStackTrace?: Capture }).captureStackTrace?.(target, above);
}

function framesOf({ stack }: { readonly stack?: unknown }): string[] {
  if (typeof stack !== 'string') return [];
  return stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
}

/** How many microtasks an async function takes to wait for a promise that it returns. */
const RETURN_TICKS = 3;

/** Returns the frames of those who wait for the function that is running, without the engine's own. */
function waitingFrames(above: unknown): string[] {
  const trace = {};
  capture(trace, above);
  return framesOf(trace).filter((line) => !line.includes('node:internal/'));
}

/**
 * Makes the stack of `error` begin with `frames`, and with it the source line that the runtime
 * quotes.
 */
function beginWith(error: Error, frames: readonly string[], above: unknown): void {
  capture(error, above); // Node quotes the line of the first captured frame
  const value = [`${error.name}: ${error.message}`, ...frames].join('\n');
  const stack = { value, writable: true, configurable: true, enumerable: false };
  Object.defineProperty(error, 'stack', stack);
}

/**
 * Runs the call of a method that ends by calling this function. The stack of an error of ours then
 * begins where the call is waited for: frames of the package do not help the reader of an uncaught
 * error. The engine is asked only once there is an error, since a call that succeeds should not pay
 * for it; so if nothing waits for the call when it fails, the stack stays as it is.
 */
export async function fromCaller<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isConsentEvidenceError(error)) {
      for (let tick = 0; tick < RETURN_TICKS; tick += 1) await Promise.resolve();
      const frames = waitingFrames(fromCaller);
      if (frames.length > 0) beginWith(error, frames, fromCaller);
    }
    throw error;
  }
}

/**
 * Does the same for a method that returns no promise, or for a constructor, which passes itself.
 */
export function fromCallerNow<T>(method: object, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (isConsentEvidenceError(error)) {
      capture(error, method);
      if (framesOf(error).length === 0) capture(error, fromCallerNow);
    }
    throw error;
  }
}

/**
 * Does the same for each step of a walk. `asks` says whether the next step may ask the service:
 * returning an entry of a page takes less time than handling its errors here.
 */
export function walkFromCaller<T>(
  walk: AsyncGenerator<T, void, undefined>,
  asks: () => boolean = () => true,
): AsyncGenerator<T, void, undefined> {
  const step = walk.next.bind(walk);
  const next = (): Promise<IteratorResult<T, void>> => (asks() ? fromCaller(step) : step());
  return Object.defineProperty(walk, 'next', { value: next, writable: true, configurable: true });
}

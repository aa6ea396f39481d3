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

function isFound(above: unknown): boolean {
  const trace = {};
  capture(trace, above);
  return framesOf(trace).length > 0;
}

/**
 * Returns whether the engine keeps the frame of a function that ends by calling another.
 * JavaScriptCore does not: there, a method that ends in `fromCaller` is not on the stack.
 */
function keepsTailCaller(): boolean {
  return isFound(keepsTailCaller);
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
 * begins where the method was called: frames of the package do not help the reader of an uncaught
 * error, and an engine loses the caller's frame if the caller was not awaiting yet when the call
 * failed. The text of the stack is made only if there is an error.
 *
 * @param above the function that the method ends by calling, if it is not this one but one that
 * ends in it.
 */
export function fromCaller<T>(call: () => Promise<T>, above: object = fromCaller): Promise<T> {
  const trace = {};
  capture(trace, above);
  const run = async (): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (isConsentEvidenceError(error)) {
        const frames = framesOf(trace).slice(keepsTailCaller() ? 1 : 0);
        if (frames.length > 0) beginWith(error, frames, run);
      }
      throw error;
    }
  };
  return run();
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
 * capturing the stack for each entry of a page takes longer than returning the entry.
 */
export function walkFromCaller<T>(
  walk: AsyncGenerator<T, void, undefined>,
  asks: () => boolean = () => true,
): AsyncGenerator<T, void, undefined> {
  const step = walk.next.bind(walk);
  const next = (): Promise<IteratorResult<T, void>> => (asks() ? fromCaller(step) : step());
  return Object.defineProperty(walk, 'next', { value: next, writable: true, configurable: true });
}

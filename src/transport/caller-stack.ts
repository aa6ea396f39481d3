import { isConsentEvidenceError } from '../errors/consent-evidence-error.ts';

/** V8's and JavaScriptCore's own; where it is missing, stacks stay as they are. */
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
 * Whether the engine keeps the frame of a function that ends in the call of another. JavaScriptCore
 * does not: there a method that ends in `fromCaller` is not on the stack.
 */
function keepsTailCaller(): boolean {
  return isFound(keepsTailCaller);
}

/** Lets the stack of `error` begin with `frames`, and what the runtime quotes of the source with it. */
function beginWith(error: Error, frames: readonly string[], above: unknown): void {
  capture(error, above); // Node quotes the line of the first frame that was captured
  const value = [`${error.name}: ${error.message}`, ...frames].join('\n');
  const stack = { value, writable: true, configurable: true, enumerable: false };
  Object.defineProperty(error, 'stack', stack);
}

/**
 * Runs the call of a method, which ends in this; the stack of an error of ours then begins where the
 * method was called. Frames of the package say nothing to whoever reads an uncaught error, and an
 * engine loses the caller's where it was not waiting yet when the call failed. The text is made only
 * when there is an error.
 *
 * @param above what the method ends in, where that is another function which ends in this.
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

/** The same for a method that gives no promise, or for a constructor, which hands itself in. */
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
 * The same for each step of a walk. `asks` tells whether the next one may ask the service: to look at
 * the stack for each entry of a page takes longer than to give it.
 */
export function walkFromCaller<T>(
  walk: AsyncGenerator<T, void, undefined>,
  asks: () => boolean = () => true,
): AsyncGenerator<T, void, undefined> {
  const step = walk.next.bind(walk);
  const next = (): Promise<IteratorResult<T, void>> => (asks() ? fromCaller(step) : step());
  return Object.defineProperty(walk, 'next', { value: next, writable: true, configurable: true });
}

import { isConsentEvidenceError } from '../errors/consent-evidence-error.ts';

/** V8's and JavaScriptCore's own; where it is missing, stacks stay as they are. */
type Capture = (target: object, above: (...args: never[]) => unknown) => void;

/** A frame's function and file: an `await` stands in another column than its call, and is `async`. */
function placeOf(frame: string): string {
  return frame.replace('at async ', 'at ').replace(/:\d+:\d+(?=\)?$)/, '');
}

function withFrames(stack: string, [method, caller, ...rest]: readonly string[]): string {
  if (method === undefined || caller === undefined) return stack;
  const known = stack.split('\n').some((frame) => placeOf(frame) === placeOf(caller));
  return known ? stack : [stack, method, caller, ...rest].join('\n');
}

/**
 * Remembers who called `above`, and gives a function that adds those frames to an error whose stack
 * does not have them. Engines lose them where the caller was not waiting yet when the call failed,
 * some at each `await` of a derived promise. The text is made only when there is an error.
 */
export function rememberCaller(above: (...args: never[]) => unknown): (error: unknown) => void {
  const trace: { stack?: unknown } = {};
  (Error as { captureStackTrace?: Capture }).captureStackTrace?.(trace, above);
  return (error) => {
    if (!isConsentEvidenceError(error) || typeof error.stack !== 'string') return;
    if (typeof trace.stack !== 'string') return;
    const frames = trace.stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
    const value = withFrames(error.stack, frames);
    Object.defineProperty(error, 'stack', { value, writable: true, configurable: true });
  };
}

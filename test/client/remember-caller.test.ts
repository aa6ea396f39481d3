import { describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { rememberCaller } from '../../src/transport/caller-stack.ts';

const METHOD = '    at method (a.js:1:1)';
const REST = '    at rest (c.js:3:3)';

function errorWith(frame: string): Error {
  const error = new InvalidInputError([]);
  error.stack = `InvalidInputError: x\n${frame}`;
  return error;
}

/** What is remembered where the engine tells these frames. */
function remembered(...frames: string[]): (error: unknown) => void {
  vi.spyOn(Error, 'captureStackTrace').mockImplementation((target) => {
    (target as { stack?: string }).stack = ['Error', ...frames].join('\n');
  });
  const addCaller = rememberCaller(() => undefined);
  vi.restoreAllMocks();
  return addCaller;
}

describe('the frames of a caller', () => {
  it.each([
    ['    at caller (b.js:2:2)', '    at caller (b.js:2:2)'],
    ['    at caller (b.js:2:2)', '    at caller (b.js:7:40)'],
    ['    at caller (b.js:2:2)', '    at async caller (b.js:2:9)'],
    ['    at async caller (b.js:2:2)', '    at caller (b.js:2:2)'],
    ['    at b.js:2:2', '    at b.js:2:9'],
  ])('are not added where they are known: %j is %j', (caller, known) => {
    const error = errorWith(known);
    const before = error.stack;
    remembered(METHOD, caller, REST)(error);
    expect(error.stack).toBe(before);
  });

  it.each([
    ['    at caller (b.js:2:2)', '    at other (b.js:2:2)'],
    ['    at caller (b.js:2:2)', '    at caller (d.js:2:2)'],
    ['    at caller (x:1:1/b.js:2:2)', '    at caller (x:5:5/b.js:2:2)'],
  ])('are added below the others where they are not: %j is not %j', (caller, other) => {
    const error = errorWith(other);
    const before = error.stack ?? '';
    remembered(METHOD, caller, REST)(error);
    expect(error.stack).toBe([before, METHOD, caller, REST].join('\n'));
    expect(Object.getOwnPropertyDescriptor(error, 'stack')).toMatchObject({
      writable: true,
      configurable: true,
      enumerable: false,
    });
  });

  it.each([[[]], [[METHOD]]])('are not added where none were told: %j', (frames) => {
    const error = errorWith('    at other (b.js:2:2)');
    const before = error.stack;
    remembered(...frames)(error);
    expect(error.stack).toBe(before);
  });

  it('are not added to an error of somebody else’s, or to what has no stack', () => {
    const addCaller = remembered(METHOD, '    at caller (b.js:2:2)');
    const foreign = new TypeError('x');
    const before = foreign.stack;
    addCaller(foreign);
    expect(foreign.stack).toBe(before);
    const bare = Object.defineProperty(errorWith(''), 'stack', { value: undefined });
    addCaller(bare);
    expect(bare.stack).toBeUndefined();
    for (const other of [undefined, null, 'text']) expect(() => addCaller(other)).not.toThrow();
  });

  it('are not known to every engine, and then the stack stays as it is', () => {
    const known = Object.getOwnPropertyDescriptor(Error, 'captureStackTrace') ?? {};
    Reflect.deleteProperty(Error, 'captureStackTrace');
    try {
      const error = errorWith('    at other (b.js:2:2)');
      const before = error.stack;
      rememberCaller(() => undefined)(error);
      expect(error.stack).toBe(before);
    } finally {
      Object.defineProperty(Error, 'captureStackTrace', known);
    }
  });
});

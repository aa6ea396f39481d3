import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/transport/redact.ts';

const SECRET = 'sk_planted/secret';
const MASK = '[redacted]';
const redactor = new Redactor([SECRET, 'abc']);

/** `leaf` inside so many objects. */
function nested(levels: number, leaf: unknown): unknown {
  return levels === 0 ? leaf : { in: nested(levels - 1, leaf) };
}

/** So many errors, each the cause of the one before. */
function chained(count: number, last = 'clean'): Error {
  return count === 1 ? new Error(last) : new Error('clean', { cause: chained(count - 1, last) });
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

describe('a text', () => {
  it('has every secret masked, as it is and as a URL shows it', () => {
    expect(redactor.text(`a ${SECRET} b ${encodeURIComponent(SECRET)} c ${SECRET}`)).toBe(
      `a ${MASK} b ${MASK} c ${MASK}`,
    );
  });

  it('keeps what is too short to be a secret', () => {
    expect(redactor.text('abc')).toBe('abc');
  });
});

describe('parsed JSON', () => {
  it('is given back itself where it is clean', () => {
    const clean = { a: [1, null, { b: 'text' }], c: true };
    expect(redactor.json(clean)).toBe(clean);
    expect(redactor.json(undefined)).toBeUndefined();
  });

  it('is masked in its values, keys and lists, and what it was made of stays as it was', () => {
    const value = { list: [1, null, `x${SECRET}`], [SECRET]: { deep: SECRET } };
    const before = structuredClone(value);
    expect(redactor.json(value)).toEqual({ list: [1, null, `x${MASK}`], [MASK]: { deep: MASK } });
    expect(value).toEqual(before);
  });

  it('is masked where JSON escapes what the secret holds', () => {
    const phone = '(212)\t555-0147';
    expect(new Redactor([phone]).json({ received: phone })).toEqual({ received: MASK });
  });

  it('is copied six levels down, and no further', () => {
    const copyOf = (levels: number) => redactor.json([SECRET, nested(levels, 'leaf')]);
    expect(copyOf(6)).toEqual([MASK, nested(6, 'leaf')]);
    expect(copyOf(7)).toEqual([MASK, nested(6, MASK)]);
  });

  it('is no longer looked through where it is nested too deep', () => {
    const levels = 100;
    const deepest = nested(levels, 'leaf');
    expect(redactor.json(deepest)).toBe(deepest);
    expect(redactor.json(nested(levels + 1, 'leaf'))).toEqual(nested(7, MASK));
    expect(redactor.json({ deep: nested(levels, 'leaf'), flat: 1 })).toEqual({
      deep: nested(6, MASK),
      flat: 1,
    });
  });
});

describe('a cause', () => {
  it.each([
    ['an error', new Error('clean')],
    ['an error with facts', Object.assign(new Error('clean'), { code: 'EPIPE', address: null })],
    ['six errors in a chain', chained(6)],
    ['a plain object', { code: 'EPIPE' }],
    ['an object without a prototype', Object.assign(Object.create(null), { code: 'EPIPE' })],
    ['a list', ['EPIPE', 1, undefined]],
    ['a number', 5],
    ['nothing', undefined],
    ['null', null],
    ['499 members', Object.fromEntries(Array.from({ length: 499 }, (_, at) => [`k${at}`, at]))],
  ])('is given back itself where it is plain and clean: %s', (_, cause) => {
    expect(redactor.cause(cause)).toBe(cause);
  });

  it.each([
    ['a chain too long to look through', chained(7)],
    ['more members than are looked at', Array.from({ length: 500 }, () => 1)],
    ['a `Headers`', new Headers({ 'x-api-key': SECRET })],
    ['an instance of a class', new URL('https://api.example.com/')],
    [
      'a getter that throws',
      Object.defineProperty({}, 'a', {
        get() {
          throw new Error('no');
        },
      }),
    ],
    ['a member with a secret', Object.assign(new Error('clean'), { request: { key: SECRET } })],
  ])('is copied otherwise: %s', (_, cause) => {
    const copy = redactor.cause(cause);
    expect(copy).toBeInstanceOf(Error);
    expect(copy).not.toBe(cause);
  });

  it('that is a text is masked', () => {
    expect(redactor.cause(`with ${SECRET}`)).toBe(`with ${MASK}`);
  });

  it('is copied with its name, code and system call, masked, and nothing else', () => {
    const cause = Object.assign(new TypeError(`sent ${SECRET}`), {
      code: 'EPIPE',
      syscall: `write ${SECRET}`,
      key: SECRET,
    });
    const copy = redactor.cause(cause) as Error;
    expect(copy.message).toBe(`sent ${MASK}`);
    expect(Object.entries(copy)).toEqual([
      ['code', 'EPIPE'],
      ['syscall', `write ${MASK}`],
    ]);
    expect(Object.getOwnPropertyDescriptor(copy, 'stack')).toMatchObject({
      value: `Error: sent ${MASK}`,
      configurable: true,
    });
    expect('cause' in copy).toBe(false);
  });

  it('keeps its name out of what is listed', () => {
    const cause = Object.assign(new Error(SECRET), { name: 'SocketError' });
    const copy = redactor.cause(cause) as Error;
    expect(copy.name).toBe('SocketError');
    expect(Object.keys(copy)).toEqual([]);
  });

  it('is masked where its class, and no member of it, names the secret', () => {
    class Foreign extends Error {
      override get name(): string {
        return SECRET;
      }
    }
    const cause = Object.assign(new Foreign('clean'), { stack: 'clean' });
    expect((redactor.cause(cause) as Error).name).toBe(MASK);
  });

  it('without a message is told without one', () => {
    expect(redactor.cause({ message: { key: SECRET } })).toMatchObject({ message: 'not shown' });
  });

  it.each([
    ['a text', SECRET],
    ['null', null],
    ['a number', 5],
  ])('has no cause of its own where that is no error: %s', (_, deeper) => {
    const copy = redactor.cause(new Error(SECRET, { cause: deeper })) as Error;
    expect(copy.cause).toBeUndefined();
  });

  it('is copied with at most six causes', () => {
    expect(causesOf(redactor.cause(chained(7, SECRET)))).toHaveLength(7);
    expect(causesOf(redactor.cause(chained(8, SECRET)))).toHaveLength(7);
  });
});

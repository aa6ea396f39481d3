import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneReadings } from '../../src/acceptance/normalize-phone.ts';
import { Redactor } from '../../src/transport/redact.ts';
import { SPELLINGS } from '../phones/spellings.ts';
import { character } from '../texts/characters.ts';

const SECRET = 'sk_planted/secret';
const MASK = '[redacted]';
const redactor = new Redactor([SECRET, 'abc']);

/** Wraps `leaf` in `levels` objects. */
function nested(levels: number, leaf: unknown): unknown {
  return levels === 0 ? leaf : { in: nested(levels - 1, leaf) };
}

/** Makes a chain of `count` errors, each the cause of the one before. */
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

  it('has a secret of any characters masked, as it is and in JSON', () => {
    const secrets = fc.string({ unit: character, minLength: 4, maxLength: 60 });
    const broken = fc.constantFrom('2125550147\ud800', '\udc00(212) 555-0147');
    fc.assert(
      fc.property(fc.oneof(secrets, broken), (secret) => {
        const { message } = new Redactor([secret]).cause(new Error(`<${secret}>`)) as Error;
        expect(message).toBe(`<${MASK}>`);
        expect(new Redactor([secret]).text(JSON.stringify(secret))).toBe(`"${MASK}"`);
      }),
    );
  });

  it('keeps what is too short to be a secret', () => {
    expect(redactor.text('abc')).toBe('abc');
  });
});

describe('a phone number', () => {
  const PHONE = '(212) 555-0147';
  const phones = new Redactor([PHONE]);
  const spellings = [
    '2125550147',
    '12125550147',
    '+1 212 555 0147',
    'tel:+1-212-555-0147',
    '212.555.0147',
    '212/555-0147',
    '212_555_0147',
    '212·555·0147',
    '2 1 2 5 5 5 0 1 4 7',
    '%28212%29%20555-0147',
    '(212)\\t555\\u00b70147',
    '２１２-５５５-０１４７',
  ];

  it.each(spellings)('is masked in every spelling of its digits: %s', (spelling) => {
    const shown = phones.text(`lead ${spelling}, refused`);
    expect(shown).toContain(MASK);
    expect(shown.normalize('NFKC').replace(/\D/g, '')).not.toContain('0147');
  });

  const typed = spellings.filter((spelling) => !/[%\\]/.test(spelling));
  it.each(typed)('is masked however it was handed in: %s', (spelling) => {
    expect(new Redactor([spelling]).text('to 212-555-0147')).toBe(`to ${MASK}`);
  });

  it.each(SPELLINGS.map(([text]) => text).filter((text) => phoneReadings(text).length > 0))(
    'is masked as every reading would read what was handed in: %s',
    (text) => {
      const redactor = new Redactor([text]);
      for (const digits of phoneReadings(text)) {
        const [area, rest] = [digits.slice(0, 3), digits.slice(3)];
        for (const shown of [
          digits,
          `+1${digits}`,
          `(${area}) ${rest}`,
          `%28${area}%29%20${rest}`,
        ]) {
          expect(redactor.text(`of ${shown}, refused`)).not.toContain(rest);
        }
        expect(redactor.json({ received: Number(`1${digits}`) })).toEqual({ received: MASK });
      }
    },
  );

  it('leaves other numbers alone', () => {
    expect(phones.text('212-555-0148 at 1795262400000')).toBe('212-555-0148 at 1795262400000');
  });

  it('is masked where JSON has it as a number', () => {
    expect(phones.json({ received: 2_125_550_147 })).toEqual({ received: MASK });
  });
});

describe('a long text', () => {
  it('is masked first and cut then', () => {
    for (let at = 1900; at <= 2010; at += 1) {
      const shown = redactor.begin('x'.repeat(at) + SECRET + 'y'.repeat(100));
      expect(shown.length).toBeLessThanOrEqual(2000);
      expect(shown).not.toMatch(/sk_|planted/);
    }
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

  it('is copied a hundred levels down, and no further', () => {
    const copyOf = (levels: number) => redactor.json([SECRET, nested(levels, 'leaf')]);
    expect(copyOf(100)).toEqual([MASK, nested(100, 'leaf')]);
    expect(copyOf(101)).toEqual([MASK, nested(100, MASK)]);
  });

  it('is no longer looked through where it is nested too deep', () => {
    const levels = 100;
    const deepest = nested(levels, 'leaf');
    expect(redactor.json(deepest)).toBe(deepest);
    expect(redactor.json(nested(levels + 2, 'leaf'))).toEqual(nested(levels + 1, MASK));
    expect(redactor.json({ deep: nested(levels + 1, 'leaf'), flat: 1 })).toEqual({
      deep: nested(levels, MASK),
      flat: 1,
    });
  });
});

describe('a cause', () => {
  it.each([5, undefined, null, true])('that is %s is given back itself', (cause) => {
    expect(redactor.cause(cause)).toBe(cause);
  });

  it.each<[string, unknown]>([
    ['a clean error', new Error('clean')],
    ['an error of an HTTP parser', Object.assign(new Error('bad'), { data: 'a whole reply' })],
    ['an aggregate', new AggregateError([new Error('one')], 'all failed')],
    ['a `Headers`', new Headers({ 'x-api-key': SECRET })],
    ['an instance of a class', new URL('https://api.example.com/')],
    ['a list', ['EPIPE', 1]],
    ['a member that is a symbol', Object.assign(new Error('bad'), { [Symbol('reply')]: 'whole' })],
  ])('shows four facts and nothing else: %s', (_, cause) => {
    const copy = redactor.cause(cause) as Error;
    expect(copy).toBeInstanceOf(Error);
    expect(copy).not.toBe(cause);
    const known = ['name', 'message', 'code', 'syscall', 'cause', 'stack'];
    for (const key of Reflect.ownKeys(copy)) expect(known).toContain(key);
  });

  it('with a getter that throws is told without it', () => {
    const get = (): never => {
      throw new Error('no');
    };
    const trap = Object.defineProperty(new Error('trap'), 'code', { get });
    expect(redactor.cause(trap)).toMatchObject({ message: 'trap' });
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
      value: `TypeError: sent ${MASK}`,
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

  it('is masked in a cause that is a text', () => {
    const copy = redactor.cause(new Error(SECRET, { cause: SECRET })) as Error;
    expect(copy.cause).toBe(MASK);
  });

  it('is copied with at most six causes', () => {
    expect(causesOf(redactor.cause(chained(7, SECRET)))).toHaveLength(7);
    expect(causesOf(redactor.cause(chained(8, SECRET)))).toHaveLength(7);
  });
});

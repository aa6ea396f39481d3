import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFaultOf } from '../../mock/ground/json-fault.ts';
import { parseSeed, SEED_MAX_CHARS } from '../../mock/seed/parse-seed.ts';
import type { Seed } from '../../mock/seed/seed.ts';

const seed: Seed = { organizations: [{ organizationId: 'sunroof', name: 'Sunroof Leads' }] };

describe('a seed file', () => {
  it('is read with a byte order mark too', () => {
    expect(parseSeed(`\ufeff${JSON.stringify(seed)}`)).toEqual(seed);
  });

  it.each([Buffer.from('{}'), undefined, seed])('is refused if it is no text: %j', (given) => {
    expect(() => parseSeed(given as never)).toThrow(/readFile gives it with "utf8"/);
  });

  it('is refused over its size before it is parsed', () => {
    expect(() => parseSeed(' '.repeat(SEED_MAX_CHARS + 1))).toThrow(/at most 16777216 characters/);
  });

  it.each([
    ['', 1, 1, 'a value'],
    ['{\n  "organizations": [],\n}', 3, 1, 'a name in double quotes'],
    ['{\n  // who there is\n}', 2, 3, 'a name in double quotes'],
    ['{"organizations": [1, 2,]}', 1, 25, 'a value'],
    ['{"organizations" []}', 1, 18, '":"'],
    ['{"organizations": [}', 1, 20, 'a value'],
    ['{"organizations": [] "captures": []}', 1, 22, '"," or "}"'],
    ["{'organizations': []}", 1, 2, 'a name in double quotes'],
    ['{"organizations": []}\n{}', 2, 1, 'the end of the text'],
    ['{"organizations": [{"name": "Sun\nroof"}]}', 1, 29, 'a value'],
    ['{"organizations": [undefined]}', 1, 20, 'a value'],
    ['{"a": 01}', 1, 8, '"," or "}"'],
    ['{"a": [1', 1, 9, '"," or "]"'],
    ['1,', 1, 3, 'the end of the text'],
  ])('that is no JSON is answered with its place: %j', (text, line, column, expected) => {
    expect(jsonFaultOf(text)).toMatchObject({ line, column });
    const place = `not valid JSON at line ${line}, column ${column}: expected ${expected}`;
    expect(() => parseSeed(text)).toThrow(place);
  });

  it('is never quoted where it is no JSON', () => {
    const secret = 'whsec_keep_this_to_yourself';
    expect(() => parseSeed(`{"secret": "${secret}" "x"}`)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  });

  it('faults exactly where JSON.parse does', () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(200),
        fc.nat(3),
        fc.constantFrom('', ',', '}', ']', '"', '{', '1', ':'),
      )
      .map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(jsonFaultOf(text) === undefined).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });

  it('may be nested a hundred thousand deep without harm', () => {
    expect(() => parseSeed('['.repeat(100_000))).toThrow(/not valid JSON at line 1, column 100001/);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spacedJson } from '../../mock/page/app/parts/spaced-json.ts';

/** Takes out the white space between the parts of a JSON text. */
const bare = (json: string): string => json.replaceAll(/("(?:\\.|[^"\\])*")|\s+/g, '$1');

describe('spacedJson', () => {
  it('spaces any value as JSON does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(spacedJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('changes nothing but the white space, however it was written', () => {
    const spaces = fc.constantFrom('', ' ', '\n\t', '  ');
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), spaces, (json, space) => {
        const written = json.replaceAll(/("(?:\\.|[^"\\])*")|([[\]{},:])/g, `${space}$1$2${space}`);
        expect(bare(spacedJson(written))).toBe(bare(json));
      }),
    );
  });

  it.each([
    ['{"a":12345678901234567890}', '{\n  "a": 12345678901234567890\n}'],
    ['[1.0,-0,1e400]', '[\n  1.0,\n  -0,\n  1e400\n]'],
    ['{"collect":true,"collect":false}', '{\n  "collect": true,\n  "collect": false\n}'],
    ['{"a":"\\u0041\\/"}', '{\n  "a": "\\u0041\\/"\n}'],
  ])('shows %s as it was sent', (sent, spaced) => {
    expect(spacedJson(sent)).toBe(spaced);
  });

  it.each(['', 'a=1', '{"a":', '{"a":1} more', '<html>'])('leaves %j as it is', (text) => {
    expect(spacedJson(text)).toBe(text);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../cli/output/printable.ts';
import { type NodeHook, showHidden } from '../../mock/page/app/ground/show-hidden.ts';
import { html } from '../../src/html-page/html.ts';
import { csvRow } from '../../src/texts/csv-row.ts';

/** Characters that no reader sees, by what they do. */
const HIDDEN: readonly (readonly [string, string])[] = [
  ['a control character', '\u0000'],
  ['an escape', '\u001b'],
  ['a control character of Latin-1', '\u009b'],
  ['an override of the direction', '\u202e'],
  ['an isolate', '\u2066'],
  ['a mark of the direction', '\u200f'],
  ['an Arabic mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a filler', '\u3164'],
  ['a line separator', '\u2028'],
  ['half a surrogate pair', '\ud800'],
  ['a tag', '\u{e0041}'],
  ['an annotation', '\ufff9'],
];
const number = (text: string): string =>
  `⟨U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

describe.each(HIDDEN)('%s', (_what, hidden) => {
  it('is shown by its number on a page, in text and in attributes', () => {
    const page = html`<a title="${hidden}">a${hidden}b</a>`.text;
    expect(page).toBe(`<a title="${number(hidden)}">a${number(hidden)}b</a>`);
  });

  it('is shown by its number in the inspector', () => {
    const options: NodeHook = {};
    showHidden(options);
    const text = { type: null, props: `a${hidden}` };
    options.vnode?.(text as never);
    expect(text.props).toBe(`a${number(hidden)}`);
  });

  it('is escaped for a terminal as JSON escapes it', () => {
    const shown = printable(`a${hidden}b`);
    expect(shown).toMatch(/^a(?:\\u[0-9a-f]{4})+b$/);
    expect(JSON.parse(`"${shown}"`)).toBe(`a${hidden}b`);
  });
});

it('usual text is shown as it is: accents, emoji, line feeds on a page', () => {
  const text = 'Zoë  é\u0301 日本 العربية ❤️ 👩 {} \\u202e';
  expect(printable(text)).toBe(text);
  expect(html`${text}\n${'\ta\r\nb'}`.text).toBe(`${text}\n\ta\nb`);
});

describe('a cell of a CSV file', () => {
  it.each([...'=+-@\t\r\n＝＋－＠'])('that begins with %j is no formula', (sign) => {
    const [cell] = parsed(csvRow([`${sign}1+1`]));
    expect(cell).toBe(`'${sign}1+1`);
  });

  it('keeps numbers, booleans, phone numbers and what stands inside a text', () => {
    const cells = [-5, true, undefined, '+14155550123', '+14155550123 | +14155550199', 'a=b', ''];
    expect(parsed(csvRow(cells))).toEqual(cells.map((cell) => String(cell ?? '')));
  });

  it('is read back as it was, whatever it holds', () => {
    const text = fc.string({ unit: fc.constantFrom(...'",\r\n=a ;\t\'', '\ud800'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        const read = parsed(csvRow(cells)).map((cell) => cell.replace(/^'(?=[=\t\r\n])/, ''));
        expect(read).toEqual(cells.map((cell) => cell.replace(/^'(?=[=\t\r\n])/, '')));
      }),
    );
  });
});

/** Reads one row as RFC 4180 says. */
function parsed(row: string): string[] {
  const cells = `,${row}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g);
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

import { describe, expect, it } from 'vitest';
import { phoneIn } from '../../cli/account/find/phone-in-value.ts';
import { createMockService, presets } from '../../mock/index.ts';
import { serveMock } from '../../mock/node.ts';
import { reported, runHere } from './run-here.ts';

const PHONE = '2125550147';
const NUMBER = '(212) 555-0147';
const NBSP = '212\u00a0555\u00a00147';

const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[()]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
const everyByte = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
const decimal = (text: string): string =>
  text.replace(/[^ ]/gu, (each) => `&#${each.codePointAt(0)};`);
const hex = (text: string): string =>
  text.replace(/[^a-z]/giu, (each) => `&#x${each.codePointAt(0)?.toString(16)};`);
const json = (text: string): string =>
  JSON.stringify(text).replaceAll('\u00a0', String.raw`\u00a0`);
const unicode = (text: string): string =>
  text.replace(/./gsu, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
const braces = (text: string): string =>
  text.replace(/\W/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);
const bytes = (text: string): string =>
  text.replace(/[^\w\u0100-\uffff]/g, (each) => `\\x${each.charCodeAt(0).toString(16)}`);
const named = (text: string): string =>
  text
    .replaceAll('(', '&lpar;')
    .replaceAll(')', '&rpar;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('-', '&#8209;');
const form = (text: string): string => new URLSearchParams({ phone: text, z: '1' }).toString();

const ENCODINGS = { percent, everyByte, decimal, hex, json, unicode, braces, bytes, named, form };
const PAIRS = Object.entries(ENCODINGS).flatMap(([outer, encode]) =>
  Object.entries(ENCODINGS).map(([inner, first]) => [inner, outer, first, encode] as const),
);

describe('a number in an encoded text', () => {
  it.each(Object.entries(ENCODINGS))('is found: %s', (_, encode) => {
    for (const number of [NUMBER, NBSP, '+1 212-555-0147', '٢١٢ ٥٥٥ ٠١٤٧']) {
      for (const text of [encode(number), `x=${encode(`call ${number} now`)}&y=1`]) {
        expect([text, phoneIn({ href: text }, PHONE, 'v')]).toEqual([text, 'v.href']);
      }
      expect(phoneIn(encode('(212) 555-0148'), PHONE, 'v')).toBeUndefined();
    }
  });

  it.each(PAIRS)('is found where %s stands within %s', (_inner, _outer, first, encode) => {
    for (const number of [NUMBER, NBSP]) {
      const text = encode(first(number));
      expect([text, phoneIn(text, PHONE, 'v')]).toEqual([text, 'v']);
    }
  });

  it.each([
    ['what location.href gives', 'https://q.example/solar?phone=(212)%20555-0147&zip=10001'],
    ['an escaped space', String.raw`212\u00a0555\u00a00147`],
    ['an old escape', '%28212%29%u00A0555-0147'],
    ['bytes that are not UTF-8', '212%A0555%A00147'],
    ['a plus for a space', 'name=Jo+2125550147'],
    ['digits of four scripts', '२१२ ५५५ ۰۱۴۷ or 𝟐𝟏𝟐𝟓𝟓𝟓𝟎𝟏𝟒𝟕'],
    ['Arabic-Indic digits', '٢١٢٥٥٥٠١٤٧'],
    ['full width', '（２１２）５５５－０１４７'],
    ['a percent sign that encodes nothing', '100% sure: 2125550147 %zz'],
    ['a backslash that escapes nothing', String.raw`C:\2125550147`],
    ['entities that are none', '&#99999999; &nonsense; 212-555-0147 &#x110000;'],
  ])('is found in %s', (_, text) => {
    expect(phoneIn({ a: [{ b: text }] }, PHONE, 'v')).toBe('v.a.b');
  });

  it.each([
    '212555014.7',
    '212,555,014.7',
    '+212 555 0147',
    'tel:+2125550147',
    '%2B212 5550147',
    '&plus;212-555-0147',
    String.raw`\u002b2125550147`,
    '%252B44%202125550147',
    '+44 2125550147',
    '011 44 2125550147',
    '00 212 555 0147',
    '92125550147',
    '2125550147x9'.replace('x', ''),
  ])('is not found in what is another number: %s', (text) => {
    expect(phoneIn({ a: text }, PHONE, 'v')).toBeUndefined();
  });

  it.each([
    ['base64', btoa(NUMBER)],
    ['words', 'two one two, five five five, zero one four seven'],
    ['three encodings in each other', percent(percent(percent(NUMBER)))],
    ['letters between its digits', '212 then 555 then 0147'],
    ['reverse', '7410555212'],
  ])('is not found in %s, as the guide says', (_, text) => {
    expect(phoneIn(text, PHONE, 'v')).toBeUndefined();
  });
});

describe('a number that is split over fields', () => {
  it.each<[object, string]>([
    [{ area: '212', exchange: '555', line: '0147' }, 'v.area+exchange+line'],
    [{ phone3: '0147', phone1: '(212)', name: 'Jo', phone2: '555-' }, 'v.phone1+phone2+phone3'],
    [{ code: '212', number: '555-0147' }, 'v.code+number'],
    [{ a: '212 555', b: 147 }, 'v.a+b'],
    [{ a: 212, b: 555, c: 147 }, 'v.a+b+c'],
    [{ a: '%28212%29', b: '٥٥٥', c: '0147' }, 'v.a+b+c'],
    [{ in: { deep: ['212', '555', '0147'] } }, 'v.in.deep'],
  ])('is found by the fields of one object: %j', (value, at) => {
    expect(phoneIn(value, PHONE, 'v')).toBe(at);
  });

  it('whose parts are the same needs a field for each', () => {
    expect(phoneIn({ a: '555', b: '0147' }, '5555550147', 'v')).toBeUndefined();
    expect(phoneIn({ a: '555', b: '555', c: '0147' }, '5555550147', 'v')).toBe('v.a+b+c');
  });

  it.each<[object]>([
    [{ a: '212', b: { c: '555', d: '0147' } }],
    [{ a: '2125', b: '550147' }],
    [{ a: '212', b: '555' }],
    [{ a: '212 or so', b: '5550147' }],
  ])('is not found otherwise: %j', (value) => {
    expect(phoneIn(value, PHONE, 'v')).toBeUndefined();
  });
});

it('a number that is the name of a field is found', () => {
  expect(phoneIn({ leads: { '212-555-0147': true } }, PHONE, 'v')).toBe('v.leads.212-555-0147');
});

it('find --scan finds what a page kept of its address, and says what it cannot find', async () => {
  const mock = createMockService();
  const organization = mock.addOrganization({ name: 'Sunroof Leads' });
  const plant = (customMetadata: Record<string, unknown>) =>
    mock.capture(organization, presets.checkedBox({ customMetadata, fields: [] })).cdrId;
  const planted = [
    plant({ href: 'https://q.example/?phone=(212)%20555-0147' }),
    plant({ area: '212', rest: '5550147' }),
    plant({ raw: String.raw`{"phone":"212\u00a0555\u00a00147"}` }),
  ];
  plant({ other: '+212 555 0147' });
  plant({ cell: 212555014.7 });
  const served = await serveMock(mock);
  const env = { ...served.env(organization) };
  const report = reported(await runHere(['find', '--phone', NUMBER, '--scan', '--json'], env));
  const { stdout } = await runHere(['find', '--phone', NUMBER, '--scan'], env);
  await served.close();
  const found = report['candidates'] as { cdrId: string }[];
  expect(found.map(({ cdrId }) => cdrId).sort()).toEqual(planted.sort());
  expect(stdout).toContain('not found by --scan:');
  expect(report).toMatchObject({ notFound: expect.stringContaining('base64') });
});

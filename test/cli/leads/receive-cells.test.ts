import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTokens, damageOf } from '../../../cli/account/leads/receive/damaged.ts';
import { parseCsv } from '../../../cli/account/leads/receive/parse-csv.ts';
import { csvRow } from '../../../src/texts/csv-row.ts';
import { OTHER_PHONE, PHONE } from '../../intake/support/lead-world.ts';
import { receiveWorld } from './receive-world.ts';

describe('a CSV file of leads', () => {
  it.each([
    ['a byte order mark', '\ufeff', '\n'],
    ['CRLF', '', '\r\n'],
    ['CR alone', '', '\r'],
    ['mixed line ends and blank lines', '', '\r\n\n'],
  ])('may have %s', async (_, mark, end) => {
    const world = await receiveWorld();
    const lines = ['id,share,phone,note', `A,${await world.link()},"${PHONE}","two\nlines, ""q"""`];
    world.write(mark + lines.map((line) => line + end).join(''));
    expect((await world.run()).code).toBe(0);
    expect(world.result()).toMatchObject([
      { id: 'A', note: 'two\nlines, "q"', decision: 'accept' },
    ]);
    expect(readFileSync(world.out, 'utf8').startsWith('\ufeff')).toBe(mark !== '');
  });

  it('keeps columns that have the names of ours', async () => {
    const world = await receiveWorld();
    world.write(`id,share,phone,message\nA,${await world.link()},${PHONE},call me\n`);
    await world.run();
    expect(world.result()).toMatchObject([
      { message: 'call me', 'intake message': '', decision: 'accept' },
    ]);
  });

  it.each([
    ['phone', '4.15555E+09', 'a spreadsheet wrote it as a number, and digits are lost'],
    ['phone', '4,15555E+09', 'a spreadsheet wrote it as a number, and digits are lost'],
    ['phone', '2125550147.0', 'a spreadsheet wrote it as a number'],
    ['phone', '########', 'a spreadsheet wrote # because its column was too narrow'],
    ['id', '1E+05', 'a spreadsheet wrote it as a number, and digits are lost'],
    ['id', '123456789012345000', 'a spreadsheet kept 15 digits of it'],
    ['id', '#REF!', 'it is an error of a spreadsheet'],
    ['share', 'https://shares.example/v1/shares/abc…', 'it was cut'],
    ['share', '#NAME?', 'it is an error of a spreadsheet'],
  ] as const)('names a damaged %s and guesses nothing: %s', async (column, cell, what) => {
    const world = await receiveWorld();
    const good = { id: 'B', share: await world.link(), phone: PHONE };
    const bad = { id: 'A', share: await world.link(), phone: PHONE, [column]: cell };
    const lines = [bad, good].map(({ id, share, phone }) => csvRow([id, share, phone]));
    world.write(`id,share,phone\n${lines.join('\n')}\n`.replace("'#", '#'));
    expect((await world.run()).code).toBe(1);
    expect(world.result()).toMatchObject([
      {
        decision: 'error',
        code: 'DAMAGED_CELL',
        message: `column "${column}" is damaged: ${what}`,
      },
      { id: 'B', decision: 'accept' },
    ]);
    expect(world.paid()).toHaveLength(1);
  });

  it('names a share that was cut, by the others', async () => {
    const world = await receiveWorld();
    const links = await world.writeLeads('A', 'B', 'C', 'D', 'E', 'F');
    const rows = links.map((link, at) => `${at},${at === 2 ? link.slice(0, -3) : link},${PHONE}`);
    world.write(`id,share,phone\n${rows.join('\n')}\n`);
    await world.run();
    expect(world.result().map(({ decision }) => decision)).toEqual(
      [0, 1, 2, 3, 4, 5].map((at) => (at === 2 ? 'error' : 'accept')),
    );
    expect(world.result()[2]?.['message']).toBe('column "share" is damaged: it was cut');
  });

  it.each([
    [['abc', 'abcdef', 'xyz'], ['abc']],
    [['abcd', 'bcde', 'cdef', 'defg', 'ef'], ['ef']],
    [['abcd', 'bcde', 'cdef', 'ef'], []],
    [['a', 'bb', 'ccc', 'dddd', 'eeeee'], []],
    [['same', 'same'], []],
  ])('takes of %j for cut: %j', (tokens, cut) => {
    expect([...cutTokens(tokens)]).toEqual(cut);
  });

  it.each([
    '(212) 555-0147',
    '+12125550147',
    '2125550147',
    'L-1',
    '1000',
    '1e',
    'e5',
    '#1',
    'A1E5',
    '',
  ])('takes %j for sound', (cell) => {
    expect(damageOf(cell)).toBeUndefined();
  });

  it('has one lead for one id, and an error for other data under it', async () => {
    const world = await receiveWorld();
    const [a, b] = [await world.link(), await world.link()];
    const rows = [
      `A,${a},${PHONE}`,
      `A,${a},2125550147`,
      `A,${b},${PHONE}`,
      `A,${a},${OTHER_PHONE}`,
    ];
    world.write(`id,share,phone\n${rows.join('\n')}\n`);
    await world.run();
    expect(world.result()).toMatchObject([
      { decision: 'accept', code: '', charge: 'possible' },
      {
        decision: 'accept',
        code: 'SAME_LEAD',
        charge: 'none',
        message: 'the same lead as in row 2',
      },
      {
        decision: 'error',
        code: 'OTHER_DATA',
        message: expect.stringMatching(/^row 2 has the same id/),
      },
      { decision: 'error', code: 'OTHER_DATA' },
    ]);
    expect(world.paid()).toHaveLength(1);
  });

  it('names rows with too many or too few cells, and ids that are none', async () => {
    const world = await receiveWorld();
    const link = await world.link();
    world.write(
      `id,share,phone\nA,${link}\nB,${link},${PHONE},more,cells\n,${link},${PHONE}\n"x\ny",${link},${PHONE}\n`,
    );
    await world.run();
    expect(world.result()).toMatchObject([
      { id: 'A', decision: 'error', message: 'has 2 cells, and the header 3' },
      { id: 'B', decision: 'error', message: 'has 5 cells, and the header 3' },
      { decision: 'error', code: 'ID_INVALID' },
      {
        decision: 'error',
        code: 'ID_INVALID',
        message: expect.stringContaining('control character'),
      },
    ]);
    expect(world.receives()).toEqual([]);
  });

  it.each([
    ['a file that is not UTF-8', new Uint8Array([0x69, 0xe9, 0x0a]), 'is not text in UTF-8'],
    ['an open quote', 'id,share,phone\nA,"x,y\n', 'line 2: its quotes are not as in RFC 4180'],
    ['an empty file', '', 'the file is empty'],
    ['a column twice', 'id,share,share,phone\n', '--share: the file has two columns "share"'],
  ])('is refused as %s', async (_, bytes, message) => {
    const world = await receiveWorld();
    world.write(bytes);
    const ran = await world.run();
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
  });

  it('is read as it was written, whatever its cells are', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é', '\ufeff'),
    });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    const end = fc.constantFrom('\r\n', '\n');
    fc.assert(
      fc.property(rows, end, fc.boolean(), (given, lineEnd, hasMark) => {
        const quoted = given.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`));
        const text =
          (hasMark ? '\ufeff' : '') + quoted.map((row) => row.join(',') + lineEnd).join('');
        const { header, rows: parsed } = parseCsv('file', text);
        expect([header, ...parsed.map(({ cells }) => cells)]).toEqual(given);
        expect(parsed.map(({ row }) => row)).toEqual(parsed.map((_, at) => at + 2));
      }),
    );
  });
});

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TableFolder } from '../../src/archive/export/table-folder.ts';
import { InvalidInputError } from '../../src/index.ts';
import { tempFolder } from './support/archive-world.ts';

const bytes = new Uint8Array([1, 2, 3]);
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const modeOf = (at: string) => statSync(at).mode & 0o777;

describe('the folder of a table', () => {
  it.each(['new', 'empty', 'below one that is new'])(
    'appears at once, where it is %s',
    async (what) => {
      const place = tempFolder();
      const folder = path.join(place, what === 'below one that is new' ? 'new/tables' : 'tables');
      if (what === 'empty') mkdirSync(folder);
      const table = new TableFolder(folder);
      await table.open();
      await table.write('month=1', 'a.parquet', bytes);
      await table.write('month=1', 'b.parquet', bytes);
      await table.write('month=2', 'a.parquet', bytes);
      const beside = path.join(path.dirname(folder), 'tables.incoming-1');
      expect(filesIn(beside)).toHaveLength(5);
      await table.keep();
      expect(filesIn(path.dirname(folder))).not.toContain('tables.incoming-1');
      expect(filesIn(folder)).toEqual([
        ...['month=1', 'month=1/a.parquet', 'month=1/b.parquet', 'month=2', 'month=2/a.parquet'],
      ]);
      expect(new Uint8Array(readFileSync(path.join(folder, 'month=1/a.parquet')))).toEqual(bytes);
      const names = ['', 'month=1', 'month=1/a.parquet'];
      expect(names.map((each) => modeOf(path.join(folder, each)))).toEqual([0o700, 0o700, 0o600]);
    },
  );

  it('is not written where a file of it is there already', async () => {
    const table = new TableFolder(path.join(tempFolder(), 'tables'));
    await table.open();
    await table.write('a', 'b', bytes);
    await expect(table.write('a', 'b', bytes)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('leaves nothing where it is dropped, and drops nothing that it has not made', async () => {
    const place = tempFolder();
    const table = new TableFolder(path.join(place, 'tables'));
    await table.drop();
    await table.open();
    await table.write('a', 'b', bytes);
    await table.drop();
    expect(filesIn(place)).toEqual([]);
  });

  it.each<[string, (folder: string) => void, string]>([
    [
      'it has a file',
      (folder) => {
        mkdirSync(folder);
        writeFileSync(path.join(folder, 'mine'), '');
      },
      'folder: is not empty; choose a new folder',
    ],
    ['it is a file', (folder) => writeFileSync(folder, ''), 'folder: is a file; expected a folder'],
  ])('is refused where %s', async (_, make, message) => {
    const place = tempFolder();
    const folder = path.join(place, 'tables');
    make(folder);
    const before = filesIn(place);
    const refused = new TableFolder(folder).open();
    await expect(refused).rejects.toThrow(InvalidInputError);
    await expect(refused).rejects.toThrow(message);
    expect(filesIn(place)).toEqual(before);
  });

  it('is another one than those that runs have left beside it', async () => {
    const place = tempFolder();
    const folder = path.join(place, 'tables');
    const made = await Promise.all(
      [1, 2, 3].map(async (at) => {
        const table = new TableFolder(folder);
        await table.open();
        await table.write('', `${at}`, bytes);
        return table;
      }),
    );
    const beside = [1, 2, 3].map((at) => `tables.incoming-${at}`);
    expect(readdirSync(place).sort()).toEqual(beside);
    expect(beside.flatMap((each) => readdirSync(path.join(place, each))).sort()).toEqual([
      ...['1', '2', '3'],
    ]);
    await made[1]?.keep();
    expect(readdirSync(folder)).toEqual(['2']);
  });

  it('is refused where a thousand of them are left', async () => {
    const place = tempFolder();
    const folder = path.join(place, 'tables');
    for (let at = 1; at <= 999; at += 1) mkdirSync(`${folder}.incoming-${at}`);
    const last = new TableFolder(folder);
    await last.open();
    await expect(new TableFolder(folder).open()).rejects.toThrow(
      `folder: remove ${folder}.incoming-1000 and those before it`,
    );
  });
});

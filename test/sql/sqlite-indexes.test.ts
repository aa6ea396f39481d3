import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { missingSqliteIndexes } from '../../src/sql/sqlite/whole.ts';
import { indexNameOf, sqliteIndexOn, tableName } from '../../src/sql/table-name.ts';

const NEEDED = [
  { column: 'source, lead_id' },
  { column: 'cdr_id', where: "state = 'accept'" },
] as const;
const KEY = 'CREATE UNIQUE INDEX own_source_unique ON own (source, lead_id)';
const RECORD = "CREATE UNIQUE INDEX own_cdr_id_unique ON own (cdr_id) WHERE state = 'accept'";

describe('the unique indexes of a table in SQLite', () => {
  it.each([
    ['all of them', [KEY, RECORD], []],
    ['none', [], [KEY, RECORD]],
    ['one of them', [RECORD], [KEY]],
    [
      'all, in other words',
      [
        'CREATE UNIQUE INDEX "it\'s" ON own (source, lead_id)',
        "CREATE UNIQUE INDEX other ON own (cdr_id)\nwhere ( state='accept' )",
      ],
      [],
    ],
    ['an index that refuses nothing', [KEY.replace('UNIQUE', ''), RECORD], [KEY]],
    [
      'columns in another order',
      [KEY.replace('source, lead_id', 'lead_id, source'), RECORD],
      [KEY],
    ],
    ['one of other rows', [KEY, RECORD.replace('accept', 'hold')], [RECORD]],
    ['one of all rows', [KEY, 'CREATE UNIQUE INDEX a ON own (cdr_id)'], [RECORD]],
    ['one of another text', [KEY, RECORD.replace('(cdr_id)', '(lower(cdr_id))')], [RECORD]],
    ['one with another column', [KEY, RECORD.replace('(cdr_id)', '(cdr_id, lead_id)')], [RECORD]],
  ])('are looked for where there are %s', (_title, statements, missing) => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE own (source TEXT, lead_id TEXT, cdr_id TEXT, state TEXT)');
    for (const statement of statements) database.exec(statement.replace('_unique', ''));
    expect(missingSqliteIndexes(database, 'own', NEEDED)).toEqual(missing);
    for (const statement of missing) database.exec(statement);
    expect(missingSqliteIndexes(database, 'own', NEEDED)).toEqual([]);
  });

  it('are those of a primary key too, and of the schema that has the table', () => {
    const database = new DatabaseSync(':memory:');
    database.exec("ATTACH ':memory:' AS side");
    database.exec('CREATE TABLE own (cdr_id TEXT PRIMARY KEY)');
    database.exec('CREATE TABLE side.own (cdr_id TEXT)');
    const needed = [{ column: 'cdr_id' }];
    expect(missingSqliteIndexes(database, 'own', needed)).toEqual([]);
    const [statement = '', ...others] = missingSqliteIndexes(database, 'side.own', needed);
    expect(statement).toBe('CREATE UNIQUE INDEX side.own_cdr_id_unique ON own (cdr_id)');
    expect(others).toEqual([]);
    database.exec(statement);
    expect(missingSqliteIndexes(database, 'side.own', needed)).toEqual([]);
  });

  it('have names after their first column, and stand in the schema of their table', () => {
    expect(indexNameOf('own', 'a, b')).toBe('own_a');
    expect(indexNameOf('side.own', 'a')).toBe('own_a');
    expect(sqliteIndexOn('own', 'a')).toBe('IF NOT EXISTS own_a ON own (a)');
    expect(sqliteIndexOn('side.own', 'a')).toBe('IF NOT EXISTS side.own_a ON own (a)');
  });
});

describe('the name of a table', () => {
  const { expected, fits } = tableName();

  it.each(['a', '_a1', 'leads_2', 'public.leads', 'a'.repeat(50)])('can be %s', (name) => {
    expect(fits(name)).toBe(true);
  });

  it.each([
    ...['', 'Leads', '1a', 'a-b', 'a b', 'a;b', 'a"', 'a.b.c', '.a', 'a.', 'a\n', 'xA', 'é'],
    ...['a'.repeat(51), undefined, null, 7, ['a']],
  ])('cannot be %j', (name) => {
    expect(fits(name)).toBe(false);
  });

  it('is explained where it is refused', () => {
    expect(expected).toBe(
      'at most 50 lower-case letters, digits and "_", with or without a schema prefix',
    );
  });
});

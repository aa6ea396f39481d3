import * as fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { inlined } from '../../src/sql/postgres/statements.ts';
import { character } from '../texts/characters.ts';
import { newDatabase } from './support/new-database.ts';

const database = await newDatabase();
const pool = new Pool({ ...database?.connection, max: 1 });

afterAll(async () => {
  await pool.end();
  await database?.drop();
});

/** Any code units, including half pairs and NUL, and text that has a meaning between quotes. */
const texts = fc.oneof(
  fc.string({ unit: character }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '$1', ';', '--', '\n', 'a', '\u0000') }),
  fc.uuid(),
);
const values = fc.tuple(
  fc.oneof(texts, fc.constant(null)),
  fc.oneof(texts, fc.constant(null)),
  fc.oneof(fc.maxSafeInteger(), fc.constant(null)),
);
const STATEMENT = 'SELECT $2::text AS b, $1::text AS a, -$3::bigint AS n, $1::text = $2 AS same';

describe('the values of a statement that is sent without parameters', () => {
  it('never end the quotes that they stand in', () => {
    const one = inlined('<$1>');
    fc.assert(
      fc.property(texts, (text) => {
        expect(one([text])).toMatch(
          /^<('[\w.:-]*'|convert_from\(decode\('[0-9a-f]*', 'hex'\), 'UTF8'\))>$/,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it.each([[undefined], [Number.NaN], [0.5], [2 ** 53], [{}], [true]])('are never %s', (value) => {
    expect(() => inlined('SELECT $1')([value as never])).toThrow(TypeError);
  });

  it.skipIf(database === undefined)(
    'are read as from parameters, and refused as from parameters',
    async () => {
      const rowOf = (text: string, parameters?: (string | number | null)[]) =>
        pool.query(text, parameters).then(
          ({ rows }) => rows[0] as unknown,
          (error: unknown) => (error as { code?: unknown }).code,
        );
      const statement = inlined(STATEMENT);
      await fc.assert(
        fc.asyncProperty(values, async (given) => {
          expect(await rowOf(statement(given))).toEqual(await rowOf(STATEMENT, given));
        }),
        { numRuns: 500 },
      );
    },
    30_000,
  );
});

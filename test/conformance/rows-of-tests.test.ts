import { describe, expect, it } from 'vitest';
import { KINDS, type Kind, type Row } from '../../scripts/conformance/row.ts';
import { fileOfEndpoint, rowsOfTests } from '../../scripts/conformance/rows-of-tests.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

const files = Object.keys(endpoints).map(fileOfEndpoint);
const [NEW = '', ...OLD] = files;

function rowOf(kind: Kind, file: string, title: string): Row {
  return { section: '4.1', kind, rule: `${kind} ${title}`, proof: { file, title }, place: 'p()' };
}

/** A table in which every endpoint but the first has a row. */
const others = OLD.map((file) => rowOf('chosen', file, '4.1: works'));
const titles = OLD.map((file) => `${file}: 4.1: works`);

describe('npm run conformance -- --tests', () => {
  it('leaves a table alone whose tests are there, whatever its kinds say', () => {
    const rows = [
      ...others,
      ...KINDS.map((kind) => rowOf(kind, NEW, `4.1: ${kind}`)),
      { ...rowOf('stated', NEW, ''), proof: { unprovable: 'nobody can ask' } },
    ];
    const all = new Set([...titles, ...KINDS.map((kind) => `${NEW}: 4.1: ${kind}`)]);
    expect(rowsOfTests(rows, all)).toEqual({ rows, told: [], untested: [] });
  });

  it('keeps and reports stated rows whose test is gone, and drops the others', () => {
    const gone = KINDS.map((kind) => rowOf(kind, NEW, '4.1: had another title'));
    const { rows, told, untested } = rowsOfTests(
      [...others, ...gone],
      new Set([...titles, `${NEW}: 4.1: has a new title`]),
    );
    expect(rows).toEqual([...others, gone[0]]);
    expect(untested).toEqual([gone[0]]);
    expect(told).toHaveLength(2);
  });

  it('adds a chosen row for each test with a section of an endpoint that has no row', () => {
    const added = ['4.1: is new', 'without a section'].map((title) => `${NEW}: ${title}`);
    const { rows, told } = rowsOfTests(others, new Set([...titles, ...added]));
    const proof = { file: NEW, title: '4.1: is new' };
    const row = { section: '4.1', kind: 'chosen', rule: 'Is new.', proof, place: undefined };
    expect(rows).toEqual([...others, row]);
    expect(told).toEqual(['chosen §4.1 Is new.']);
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import type {
  AccountLine,
  CutLine,
  ErasedLine,
  RecordLine,
} from '../../src/archive/manifest-line.ts';
import { type ManifestStart, START } from '../../src/archive/open-manifest.ts';
import { ArchiveIndex } from '../../src/archive/search/archive-index.ts';
import { KEPT_MAX } from '../../src/archive/search/index-rows.ts';

const file = {
  path: 'records/a.json',
  bytes: 2,
  sha256: 'a'.repeat(64),
  contentType: 'text/plain',
};

const lineOf = (cdrId: string): RecordLine => ({
  cdrId,
  domainId: 'acme.example',
  createdAt: 1_767_600_000_000,
  record: file,
  image: null,
  fetchedAt: 1_767_600_000_000,
  previous: '0'.repeat(64),
});

/** A line of the first file, or of another part. */
const placed = (cdrId: string, number: number, part = 1) => ({
  line: lineOf(cdrId),
  number,
  part,
  begin: 100 * number,
  end: 100 * number + 99,
});

const behind = (lines: number, number = 1): ManifestStart => ({
  ...START,
  number,
  lines,
  head: `${lines}`.repeat(64),
});

function openIndex(): ArchiveIndex {
  const index = ArchiveIndex.open('');
  onTestFinished(() => index.close());
  return index;
}

describe('the index of an archive', () => {
  it('knows nothing at first', () => {
    const index = openIndex();
    expect(index.position).toEqual(START);
    expect([index.accounts, index.cuts, index.latest(5), index.unreadCount]).toEqual([
      ...[[], [], [], 0],
    ]);
    expect([index.stateOf('cdr_1'), index.record('cdr_1')]).toEqual([undefined, undefined]);
  });

  it('takes lines up to a position, with their places', () => {
    const index = openIndex();
    index.take([placed('cdr_1', 1), placed('cdr_2', 2)], START, behind(2));
    expect(index.position).toEqual(behind(2));
    expect(index.latest(5)).toEqual(['cdr_2', 'cdr_1']);
    expect(index.latest(1)).toEqual(['cdr_2']);
    expect(index.record('cdr_2')).toMatchObject({
      ...{ cdrId: 'cdr_2', domainId: 'acme.example', createdAt: 1_767_600_000_000 },
      ...{ part: 1, begin: 200, end: 299 },
    });
    expect(index.unreadCount).toBe(2);
    expect(index.unread(0, 1)).toMatchObject([{ cdrId: 'cdr_1' }]);
  });

  it.each<[string, ManifestStart]>([
    ['fewer lines', { ...behind(2), lines: 1 }],
    ['another last line', { ...behind(2), head: 'f'.repeat(64) }],
    ['an earlier position', START],
  ])('takes nothing that is read from %s: another process was first', (_, from) => {
    const index = openIndex();
    index.take([placed('cdr_1', 1), placed('cdr_2', 2)], START, behind(2));
    index.take([placed('cdr_3', 3)], from, behind(3));
    expect([index.position, index.stateOf('cdr_3')]).toEqual([behind(2), undefined]);
    index.take([placed('cdr_3', 3)], behind(2), behind(3));
    expect([index.position, index.stateOf('cdr_3')]).toEqual([behind(3), 'known']);
  });

  it('tells a record whose line is a file of its own, until the manifest has it', () => {
    const index = openIndex();
    index.takeLoose(lineOf('cdr_1'));
    expect(index.stateOf('cdr_1')).toBe('loose');
    index.take([placed('cdr_1', 1)], START, behind(1));
    expect(index.stateOf('cdr_1')).toBe('known');
    expect(index.latest(5)).toEqual(['cdr_1']);
  });

  it('forgets an erased record, never takes it again, and says that it is erased', () => {
    const index = openIndex();
    const { cdrId, previous } = lineOf('cdr_1');
    const words = { reason: 'asked for', by: 'ann', files: [file], note: file, at: 0 };
    const line: ErasedLine = { kind: 'erased', cdrId, previous, ...words };
    index.take([{ ...placed('cdr_1', 1), terms: [7] }, placed('cdr_2', 2)], START, behind(2));
    index.take([{ ...placed('cdr_1', 3), line }], behind(2), behind(3));
    expect([index.stateOf('cdr_1'), index.record('cdr_1')]).toEqual(['erased', undefined]);
    index.take([placed('cdr_1', 4)], behind(3), behind(4));
    index.takeLoose(lineOf('cdr_1'));
    expect([index.stateOf('cdr_1'), index.record('cdr_1')]).toEqual(['erased', undefined]);
    expect(index.latest(5)).toEqual(['cdr_2']);
    const withTerm = 'records.id IN (SELECT record FROM terms WHERE term = ?)';
    expect([...index.pages(withTerm, [7], 10)]).toEqual([]);
  });

  it('keeps the last accounts and the first losses that lines state, each once', () => {
    const index = openIndex();
    const { previous } = lineOf('cdr_1');
    const count = KEPT_MAX + 3;
    const lines = Array.from({ length: 2 * count }, (_, at) => {
      const organizationName = `Acme ${at % count}`;
      const line: AccountLine | CutLine =
        at < count
          ? { kind: 'account', organizationName, at: 0, previous }
          : { kind: 'cut', head: 'a'.repeat(64), at: 0, previous };
      return { ...placed('', at + 1), line };
    });
    index.take([...lines, ...lines.slice(-2)], START, behind(lines.length));
    const names = Array.from({ length: count }, (_, at) => `Acme ${at}`);
    expect(index.accounts).toEqual(names.slice(-KEPT_MAX));
    expect(index.cuts).toEqual(Array.from({ length: KEPT_MAX }, (_, at) => count + 1 + at));
  });

  it.each([1, 2, 3, 4, 10])('gives what is found in the order of the lines, %d at once', (size) => {
    const index = openIndex();
    const ids = ['cdr_3', 'cdr_1', 'cdr_4', 'cdr_2'];
    index.take(
      ids.map((id, at) => placed(id, at + 1)),
      START,
      behind(4),
    );
    const found = [...index.pages('cdr_id <> ?', ['cdr_4'], size)];
    expect(found.map(({ cdrId }) => cdrId)).toEqual(['cdr_3', 'cdr_1', 'cdr_2']);
  });

  it('takes all of a batch or nothing', () => {
    const index = openIndex();
    const broken = {
      ...placed('cdr_2', 2),
      get terms(): never {
        throw new Error('a disk that is full');
      },
    };
    const take = () => index.take([placed('cdr_1', 1), broken], START, behind(2));
    expect(take).toThrow('a disk that is full');
    expect([index.position, index.stateOf('cdr_1')]).toEqual([START, undefined]);
    index.take([placed('cdr_1', 1)], START, behind(1));
    expect(index.stateOf('cdr_1')).toBe('known');
  });

  it('forgets the lines of a file and those behind it, and only these', () => {
    const index = openIndex();
    index.take([placed('cdr_1', 1), placed('cdr_2', 2, 2)], START, behind(2, 2));
    index.take([placed('cdr_3', 3, 3)], behind(2, 2), behind(3, 3));
    index.rewind(behind(1, 2));
    expect(index.position).toEqual(behind(1, 2));
    expect(['cdr_1', 'cdr_2', 'cdr_3'].map((each) => index.stateOf(each))).toEqual([
      ...['known', undefined, undefined],
    ]);
  });

  it('forgets everything when it is emptied, and works on', () => {
    const index = openIndex();
    index.take([placed('cdr_1', 1)], START, behind(1));
    index.empty();
    expect([index.position, index.stateOf('cdr_1')]).toEqual([START, undefined]);
    index.take([placed('cdr_1', 1)], START, behind(1));
    expect(index.stateOf('cdr_1')).toBe('known');
  });

  it('is of one vault', () => {
    const index = openIndex();
    index.claim('vault-1');
    index.claim('vault-1');
    expect(() => index.claim('vault-2')).toThrow(/index: .*the index of another vault/);
  });

  it('finds a record by what was described, but not one that was erased meanwhile', () => {
    const index = openIndex();
    index.take([placed('cdr_1', 1)], START, behind(1));
    const cdr = { customMetadata: { lead: '17' } };
    index.describe([
      { cdrId: 'cdr_1', cdr },
      { cdrId: 'cdr_gone', cdr },
    ]);
    expect([index.unreadCount, index.stateOf('cdr_gone')]).toEqual([0, undefined]);
  });
});

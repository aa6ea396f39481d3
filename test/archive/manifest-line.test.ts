import { describe, expect, it } from 'vitest';
import { filesOf, lineOf, type ManifestLine, NO_LINE } from '../../src/archive/manifest-line.ts';

const fileOf = (path: string) => ({ path, bytes: 1, sha256: 'a'.repeat(64), contentType: '' });
const digest = 'b'.repeat(64);

interface Sample {
  readonly line: Readonly<Record<string, unknown>>;
  /** What a line may lack; without any other member it is none. */
  readonly optional?: readonly string[];
  /** The files that must exist. */
  readonly files: readonly string[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  record: {
    line: {
      ...{ cdrId: 'cdr_1', domainId: 'acme.example', createdAt: 1, fetchedAt: 2, requestId: 'req' },
      ...{ record: fileOf('r.json'), image: fileOf('i.png'), aside: [fileOf('r~2.json')] },
    },
    optional: ['aside', 'requestId'],
    files: ['r.json', 'i.png', 'r~2.json'],
  },
  'a record without its image': {
    line: {
      ...{ cdrId: 'cdr_1', domainId: 'acme.example', createdAt: 1, fetchedAt: 2 },
      ...{ record: fileOf('r.json'), image: null },
    },
    files: ['r.json'],
  },
  account: {
    line: { kind: 'account', organizationName: 'Acme Solar', at: 1, vault: fileOf('vault.json') },
    optional: ['vault', 'at'],
    files: ['vault.json'],
  },
  segment: {
    line: {
      ...{ kind: 'segment', at: 1, number: 2, vaultId: 'v', file: fileOf('s.ndjson'), lines: 7 },
      ...{ seals: 0, organizationName: 'Acme Solar' },
    },
    optional: ['organizationName', 'at'],
    files: ['s.ndjson'],
  },
  erased: {
    line: {
      ...{ kind: 'erased', at: 1, cdrId: 'cdr_1', reason: 'asked', by: 'Ada' },
      ...{ files: [fileOf('r.json')], note: fileOf('erased/1.json') },
    },
    optional: ['files', 'at'],
    files: ['erased/1.json'],
  },
  seal: {
    line: {
      ...{ kind: 'seal', at: 1, head: fileOf('h.head'), keyId: 'key', signature: fileOf('h.sig') },
      ...{ timestamp: fileOf('h.tsr'), aside: [fileOf('h~2.sig')] },
    },
    optional: ['signature', 'timestamp', 'aside', 'at'],
    files: ['h.head', 'h.sig', 'h.tsr', 'h~2.sig'],
  },
  cut: { line: { kind: 'cut', at: 1, head: digest }, optional: ['at'], files: [] },
  file: {
    line: { kind: 'file', at: 1, file: fileOf('page.html'), aside: [fileOf('page~2.html')] },
    optional: ['aside', 'at'],
    files: ['page.html', 'page~2.html'],
  },
  dossier: {
    line: { kind: 'dossier', at: 1, phone: '+14155550123', note: 'a case' },
    optional: ['at', 'note'],
    files: [],
  },
};

const parsed = (line: object) => lineOf(JSON.stringify({ ...line, previous: digest }));

describe.each(Object.entries(SAMPLES))('a line about %s', (_, { line, optional = [], files }) => {
  it('is read as it was written, and lists its files', () => {
    const read = parsed(line);
    expect(read).toEqual({ ...line, previous: digest });
    expect(filesOf(read as ManifestLine).map(({ path }) => path)).toEqual(files);
  });

  it.each(Object.keys(line).filter((name) => name !== 'kind'))('without its %s', (name) => {
    const { [name]: _left, ...rest } = line;
    const read = parsed(rest);
    if (!optional.includes(name)) return expect(read).toBeUndefined();
    expect(read).toEqual({ ...rest, previous: digest });
    const left = [line[name]].flat().map((each) => (each as { path?: string }).path);
    expect(filesOf(read as ManifestLine).map(({ path }) => path)).toEqual(
      files.filter((path) => !left.includes(path)),
    );
  });

  const wrong = ['', 0.5, null, {}, [], [null], [{}], { ...fileOf(''), path: 7 }];
  const isChecked = (name: string) => !['at', 'kind', 'note', 'requestId'].includes(name);
  const names = Object.keys(line).filter(isChecked);
  it.each(names)('with a wrong %s is none', (name) => {
    const isRight = (value: unknown) =>
      (typeof value === 'number' && /^(?:createdAt|fetchedAt)$/.test(name)) ||
      (value === null && name === 'image') ||
      (Array.isArray(value) && value.length === 0 && /^(?:aside|files)$/.test(name)) ||
      (value !== null && name === 'keyId' && value !== '' && typeof value === 'string');
    for (const value of wrong.filter((each) => !isRight(each))) {
      expect(parsed({ ...line, [name]: value }), JSON.stringify(value)).toBeUndefined();
    }
  });
});

describe('a file of a line', () => {
  const read = (members: object) => parsed({ kind: 'file', file: { ...fileOf('a'), ...members } });

  it.each([
    { path: '' },
    { path: 1 },
    { path: undefined },
    { bytes: 0.5 },
    { bytes: '1' },
    { bytes: 2 ** 53 },
    { sha256: 'A'.repeat(64) },
    { sha256: 'a'.repeat(63) },
    { sha256: 'a'.repeat(65) },
    { sha256: `x${'a'.repeat(64)}` },
    { contentType: 1 },
    { contentType: undefined },
  ])('with %j is none', (members) => {
    expect(read(members)).toBeUndefined();
  });

  it.each([{ bytes: 0 }, { contentType: '' }, { more: 1 }])('may have %j', (members) => {
    expect(read(members)).toBeDefined();
  });
});

describe('a text that is no line', () => {
  it.each(['', '{', 'null', '7', '"text"', '[]', '{}', '{"kind":"file"}'])('%s', (text) => {
    expect(lineOf(text)).toBeUndefined();
  });

  it.each([undefined, '', 'a'.repeat(63), 'g'.repeat(64), 7])('is chained to %j', (previous) => {
    expect(lineOf(JSON.stringify({ kind: 'cut', head: digest, previous }))).toBeUndefined();
  });

  it('the first line is chained to no line', () => {
    expect(lineOf(JSON.stringify({ kind: 'cut', head: digest, previous: NO_LINE }))).toBeDefined();
  });

  it.each([...Object.getOwnPropertyNames(Object.prototype), 'other', ''])(
    'is of the kind %s',
    (kind) => {
      for (const { line } of Object.values(SAMPLES)) {
        const text = `{"kind":${JSON.stringify(kind)},${JSON.stringify({ ...line, kind: undefined, previous: digest }).slice(1)}`;
        expect(lineOf(text)).toBeUndefined();
      }
    },
  );

  it.each([1, null, {}, ['file']])('has the kind %j, and is no record', (kind) => {
    expect(parsed({ kind, file: fileOf('a') })).toBeUndefined();
  });
});

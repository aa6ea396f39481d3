import { describe, expect, it, vi } from 'vitest';
import { digestOf } from '../../src/archive/digest.ts';
import { erasureFile, filesText, readErasure } from '../../src/archive/erasure-note.ts';
import { gatherLoose } from '../../src/archive/gather-loose.ts';
import {
  looseId,
  looseLines,
  loosePath,
  putLoose,
  readLoose,
} from '../../src/archive/loose-lines.ts';
import { NO_LINE } from '../../src/archive/manifest-line.ts';
import { all } from './support/all.ts';
import { MemoryVault } from './support/memory-vault.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fileOf = (path: string, sha256 = 'a'.repeat(64)) => ({
  ...{ path, bytes: 1, sha256, contentType: '' },
});
const lineOf = (cdrId: string) => ({
  ...{ cdrId, domainId: 'acme.example', createdAt: 1, fetchedAt: 2 },
  ...{ record: fileOf('r.json'), image: fileOf('i.png') },
});

/** A file with this text and its digest. */
const sealed = (json: string) => `${json}\n${digestOf(bytesOf(json))}\n`;
const written = (cdrId: string, more: object = {}) =>
  JSON.stringify({ ...lineOf(cdrId), ...more, previous: NO_LINE });

describe('a line of its own', () => {
  it('is a file with the digest of the line, stored once', async () => {
    const vault = new MemoryVault();
    expect(await putLoose(vault, lineOf('cdr_1'))).toBe('kept');
    expect(await putLoose(vault, { ...lineOf('cdr_1'), createdAt: 9 })).toBe('exists');
    const [path = ''] = vault.files.keys();
    expect(path).toBe('loose/cdr_1.ndjson');
    expect(new TextDecoder().decode(vault.files.get(path))).toBe(sealed(written('cdr_1')));
    expect(vault.types.get(path)).toBe('application/x-ndjson');
    const line = { ...lineOf('cdr_1'), previous: NO_LINE };
    expect(await readLoose(vault, path)).toEqual({ path, line });
    expect(await readLoose(vault, 'loose/none.ndjson')).toBeUndefined();
    expect(await all(looseLines(vault))).toEqual([{ path, line }]);
    expect(await all(looseLines(vault, (each) => each === path))).toEqual([]);
    expect(await all(looseLines(Object.assign(vault, { growing: {} }) as never))).toEqual([]);
  });

  it.each([
    ['without its digest', `${written('cdr_1')}\n`],
    ['with another digest', `${written('cdr_1')}\n${'b'.repeat(64)}\n`],
    ['with half of it', sealed(written('cdr_1')).slice(0, -2)],
    ['without its last line feed', sealed(written('cdr_1')).slice(0, -1)],
    ['with more behind it', `${sealed(written('cdr_1'))}x`],
    ['with a line more', `${sealed(written('cdr_1'))}\n`],
    ['of another record', sealed(written('cdr_2'))],
    ['of another kind', sealed(written('cdr_1', { kind: 'cut', head: 'a' }))],
    ['that is no line', sealed('{}')],
    ['that is empty', ''],
  ])('%s says nothing', async (_, text) => {
    const vault = new MemoryVault();
    vault.files.set('loose/cdr_1.ndjson', bytesOf(text));
    expect(await readLoose(vault, 'loose/cdr_1.ndjson')).toEqual({
      ...{ path: 'loose/cdr_1.ndjson', line: undefined },
    });
  });

  it.each(['cdr_1', 'CDR 1/é', '%41', ''])('has the name of its record: %j', (cdrId) => {
    expect(looseId(loosePath(cdrId))).toBe(cdrId);
  });

  it('has a cut name where that of its record is long, which is none of a record', () => {
    const cdrId = 'x'.repeat(200);
    expect(looseId(loosePath(cdrId))).toMatch(/^x{55}-[0-9a-f]{64}$/);
  });

  it.each(['loose/%E9.ndjson', 'loose/A.ndjson', 'loose/cdr_1.txt'])(
    'has a name that does not say it: %s',
    (path) => {
      expect(looseId(path)).toBe('');
    },
  );
});

describe('lines of their own that are gathered', () => {
  async function gathered(states: Readonly<Record<string, string>>, ...texts: [string, string][]) {
    const vault = new MemoryVault();
    for (const [name, text] of texts) vault.files.set(`loose/${name}.ndjson`, bytesOf(text));
    const [added, told] = [[] as unknown[], [] as unknown[]];
    const ends: (() => unknown)[] = [];
    const writer = {
      add: async (line: unknown, fate: { onEnd: () => unknown }) => {
        added.push(line);
        ends.push(fate.onEnd);
      },
      flush: vi.fn(async () => {
        for (const end of ends) await end();
      }),
    };
    const index = { stateOf: (cdrId: string) => states[cdrId] };
    await gatherLoose({ vault, index } as never, writer as never, (each) => void told.push(each));
    return { added, told, left: [...vault.files.keys()], flushed: writer.flush.mock.calls.length };
  }

  it('are added without their chain, and removed once they are durable', async () => {
    const { added, told, left, flushed } = await gathered(
      {},
      ['cdr_1', sealed(written('cdr_1'))],
      ['cdr_2', sealed(written('cdr_2'))],
    );
    expect(added).toEqual([lineOf('cdr_1'), lineOf('cdr_2')]);
    expect([told, left, flushed]).toEqual([[], [], 1]);
  });

  it.each(['known', 'erased'])('are leftovers where the record is %s', async (state) => {
    const { added, told, left } = await gathered({ cdr_1: state }, [
      'cdr_1',
      sealed(written('cdr_1')),
    ]);
    expect([added, told, left]).toEqual([[], [], []]);
  });

  it('are left, and told of, where they were changed', async () => {
    const { added, told, left } = await gathered({}, ['cdr_1', sealed(written('cdr_2'))]);
    const path = 'loose/cdr_1.ndjson';
    expect([added, left]).toEqual([[], [path]]);
    const message = 'it is not the line of a record, as it was stored: it was not gathered';
    expect(told).toEqual([{ kind: 'manifest_changed', path, message }]);
  });
});

describe('the note of an erasure', () => {
  const erasure = {
    ...{ cdrId: 'cdr_1', at: 7, reason: 'asked', by: 'Ada', files: [fileOf('r.json')] },
  };
  const read = async (value: unknown, cdrId = 'cdr_1') => {
    const vault = new MemoryVault();
    vault.files.set('erasures/cdr_1.json', bytesOf(JSON.stringify(value)));
    return readErasure(vault, cdrId);
  };

  it('is a file that says what was erased, why and by whom', async () => {
    const { path, bytes, contentType } = erasureFile(erasure);
    expect([path, contentType]).toEqual(['erasures/cdr_1.json', 'application/json']);
    expect(new TextDecoder().decode(bytes)).toBe(`${JSON.stringify(erasure)}\n`);
    expect(await read(erasure)).toEqual(erasure);
    expect(await read(erasure, 'cdr_2')).toBeUndefined();
  });

  it.each([{ cdrId: 'cdr_2' }, { reason: '' }, { by: 7 }, { files: 'r.json' }, { files: [{}] }])(
    'says nothing with %j',
    async (members) => {
      expect(await read({ ...erasure, ...members })).toBeUndefined();
    },
  );

  it.each([null, 7, [], 'text', undefined])('says nothing where it is %j', async (value) => {
    expect(await read(value)).toBeUndefined();
  });

  it('names its files in whatever order', () => {
    const [a, b] = [fileOf('a', '1'), fileOf('b', '0')];
    expect(filesText([a, b])).toBe('0 b\n1 a');
    expect(filesText([b, a])).toBe(filesText([a, b]));
    expect(filesText([])).toBe('');
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { plainAppender } from '../../src/archive/append-lines.ts';
import { inTurn } from '../../src/archive/in-turn.ts';
import { type NewLine, NO_LINE } from '../../src/archive/manifest-line.ts';
import { isLine, readManifest } from '../../src/archive/manifest-read.ts';
import { openForWriting, openManifest, START } from '../../src/archive/open-manifest.ts';
import { partedLog } from '../../src/archive/parted-log.ts';
import type { Vault } from '../../src/archive/vault.ts';
import { all } from './support/all.ts';
import { MemoryVault } from './support/memory-vault.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const fileOf = (path: string) => ({ path, bytes: 1, sha256: 'a'.repeat(64), contentType: '' });
const whose = (organizationName: string): NewLine => ({ kind: 'account', organizationName, at: 1 });
const seal: NewLine = { kind: 'seal', at: 2, head: fileOf('h') };
const [ONE, TWO] = ['segments/00000001', 'segments/00000002'];

/** A manifest of two parts: two lines about the account, then a seal, a page and a dossier. */
async function written(...last: NewLine[]) {
  const vault = new MemoryVault();
  const log = partedLog(vault);
  const { state } = await openForWriting(vault, log);
  const { inTurn: turn } = plainAppender(log, state);
  await turn((append) => append([whose('Acme Solar'), whose('Acme Energy')]));
  await turn((append) => append(last.length > 0 ? last : [seal]));
  const textIn = (at: string) => new TextDecoder().decode(vault.files.get(at));
  const edit = (at: string, change: (text: string) => string) =>
    vault.files.set(at, bytesOf(change(textIn(at))));
  return { vault, log, state, textIn, edit, opened: () => openManifest(vault, log) };
}

describe('a manifest that is opened', () => {
  it('is where it was left', async () => {
    const page: NewLine = { kind: 'file', at: 3, file: fileOf('page.html') };
    const about: NewLine = { kind: 'dossier', at: 3, phone: '+14155550123' };
    const { opened, textIn } = await written(about, page, seal);
    const { state, faults } = await opened();
    const lines = textIn(`${TWO}.ndjson`).trimEnd().split('\n');
    const chained = lines.map((line) => JSON.parse(line) as object);
    expect(faults).toEqual([]);
    expect(state).toEqual({
      ...{ number: 2, lines: 5, linesBefore: 2, seals: 1, account: 'Acme Energy' },
      ...{ end: bytesOf(textIn(`${TWO}.ndjson`)).byteLength, head: sha256(lines[2] ?? '') },
      ...{ dossier: chained[0], page: 'page.html', seal: chained[2] },
      ...{ cut: undefined, isBehind: false },
    });
  });

  it('has no seal at its end where another line follows it', async () => {
    const { opened } = await written(seal, whose('Acme Solar'));
    expect((await opened()).state).toMatchObject({ seals: 1, seal: undefined });
  });

  it('continues from the end of any part', async () => {
    const { vault, log, state } = await written();
    const starts = [START];
    const told: number[] = [];
    await openManifest(vault, log, START, ({ number }, at) => {
      told.push(number);
      if (number > 1) starts.push({ ...at });
    });
    expect(told).toEqual([1, 2, 3]);
    for (const start of starts) {
      const { state: end, faults } = await openManifest(vault, log, start);
      expect(faults).toEqual([]);
      const { number, lines, head } = state;
      expect(end).toMatchObject({ number, lines, head, account: 'Acme Energy', seals: 1 });
    }
  });

  it.each<[string, (text: string) => string, string]>([
    ['is none', (text) => text.replace('"kind"', '"kinds"'), 'line 2 is not a line of a manifest'],
    [
      'is another',
      (text) => text.replace('Solar', 'Tiles'),
      'line 2 is not chained to the line before it',
    ],
    ['begins another segment', (text) => text, 'line 3 begins another segment'],
  ])('tells of a line that %s', async (_, change, message) => {
    const wrong: NewLine = {
      ...{ kind: 'segment', at: 1, number: 7, vaultId: 'v', file: fileOf('f'), lines: 2, seals: 0 },
    };
    const isSegment = message.includes('segment');
    const { edit, opened } = await written(...(isSegment ? [wrong] : []));
    edit(`${ONE}.ndjson`, (text) => {
      if (!message.includes('not a line')) return change(text);
      const [first = '', second = ''] = text.split('\n');
      return `${first}\n${change(second)}\n`;
    });
    const { faults } = await opened();
    const path = isSegment ? `${TWO}.ndjson` : `${ONE}.ndjson`;
    expect(faults).toContainEqual({ kind: 'manifest_changed', path, message });
  });

  it('is behind where a run ended within a line, which does not count', async () => {
    const { edit, opened, state } = await written();
    edit(`${TWO}.ndjson`, (text) => `${text}{"kind":"half`);
    const read = await opened();
    expect(read.faults).toEqual([]);
    expect(read.state).toMatchObject({
      isBehind: true,
      lines: 3,
      head: state.head,
      cut: undefined,
    });
  });

  it('is behind where a run ended before the head of the last part, and is put in order', async () => {
    const { vault, log, opened, textIn } = await written();
    vault.files.delete(`${TWO}.head`);
    const { state, faults } = await opened();
    expect([faults, state.isBehind, state.cut]).toEqual([[], true, undefined]);
    await openForWriting(vault, log);
    expect(textIn(`${TWO}.head`)).toBe(`${state.head}\n`);
    expect((await opened()).state.isBehind).toBe(false);
  });

  it.each<[string, string, ((text: string) => string) | undefined, string, string]>([
    ['of an earlier part is gone', ONE, undefined, 'does not exist', NO_LINE],
    [
      'of the last part names no line',
      TWO,
      () => `${'a'.repeat(64)}\n`,
      'names a line that is not in the manifest',
      'a'.repeat(64),
    ],
    ['has no line feed', TWO, () => 'b', 'names a line that is not in the manifest', 'b'],
  ])('was cut where the head %s', async (_, part, change, said, cut) => {
    const { vault, log, edit, opened, textIn } = await written();
    if (change === undefined) vault.files.delete(`${part}.head`);
    else edit(`${part}.head`, change);
    const { state, faults } = await opened();
    const message = `${said}: lines were cut off or changed`;
    expect(faults).toEqual([{ kind: 'manifest_cut', path: `${part}.head`, message }]);
    expect(state.cut).toBe(cut);
    const before = textIn(`${part}.head`);
    await openForWriting(vault, log);
    expect(textIn(`${part}.head`)).toBe(before); // what was cut is not hidden
  });

  it('was changed where a part of it is gone', async () => {
    const { vault, opened } = await written();
    for (const end of ['ndjson', 'head']) vault.files.delete(`${ONE}.${end}`);
    const { faults } = await opened();
    expect(faults).toEqual([
      { kind: 'manifest_changed', path: `${ONE}.ndjson`, message: 'does not exist' },
      {
        kind: 'manifest_cut',
        path: `${ONE}.head`,
        message: 'does not exist: lines were cut off or changed',
      },
      {
        ...{ kind: 'manifest_changed', path: `${TWO}.ndjson` },
        message: 'line 1 is not chained to the line before it',
      },
    ]);
  });

  it('is not as it was read before where the part at which one stood is gone', async () => {
    const { vault, log, opened } = await written();
    const { state } = await opened();
    vault.files.delete(`${TWO}.ndjson`);
    const { faults } = await openManifest(vault, log, state);
    const message = 'is not as it was read before';
    expect(faults).toEqual([{ kind: 'manifest_changed', path: `${TWO}.ndjson`, message }]);
  });

  it('has a hundred faults at most', async () => {
    const { edit, opened } = await written();
    edit(`${TWO}.ndjson`, () => '{}\n'.repeat(150));
    expect((await opened()).faults).toHaveLength(100);
  });
});

describe('the lines of a manifest', () => {
  it('are the same, however the bytes of their file come', async () => {
    const { vault, log, textIn } = await written(seal, whose('é'.repeat(600)));
    const whole = await all(readManifest(vault, log));
    const lines = whole.filter(isLine);
    const text = textIn(`${ONE}.ndjson`) + textIn(`${TWO}.ndjson`);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(lines.map((line) => line.sha256)).toEqual(text.trimEnd().split('\n').map(sha256));
    expect(lines.map((line) => line.before)).toEqual(
      [NO_LINE, ...lines.map((line) => line.sha256)].slice(0, -1),
    );
    for (const line of lines) {
      const bytes = vault.files.get(line.path)?.subarray(line.begin, line.end - 1);
      expect(sha256(new TextDecoder().decode(bytes))).toBe(line.sha256);
    }
    for (const length of [1, 2, 7, 100, 10_000]) {
      vault.get = async (at) => {
        const bytes = vault.files.get(at);
        if (bytes === undefined) return undefined;
        return (async function* () {
          for (let begin = 0; begin < bytes.length; begin += length) {
            yield bytes.slice(begin, begin + length);
          }
        })();
      };
      expect(await all(readManifest(vault, log))).toEqual(whole);
    }
  });

  it.each([
    ['as long as one may be', 0, true],
    ['a byte longer', 1, false],
  ])('are read where one is %s, at once or in pieces', async (_, over, is) => {
    const { vault, log, edit } = await written();
    edit(`${TWO}.ndjson`, (text) => `${text.trimEnd().padEnd(1024 * 1024 + over)}\n${text}`);
    const read = async () => (await all(readManifest(vault, log))).filter(isLine).slice(2);
    const inPieces = await read();
    vault.get = async (at) => {
      const bytes = vault.files.get(at);
      return (
        bytes &&
        (async function* () {
          yield bytes;
        })()
      );
    };
    expect(await read()).toEqual(inPieces);
    expect(inPieces.map(({ line }) => line !== undefined)).toEqual([is, true]);
  });
});

describe('appending in turn', () => {
  it('is one at a time in a process, in the order of the calls, whatever fails', async () => {
    const vault = new MemoryVault();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (name === 'b') throw new Error('full');
      return name;
    };
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(vault, work(name))));
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'failed'))).toEqual([
      ...['a', 'failed', 'c'],
    ]);
    expect(steps).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('holds the lock of a vault whose files grow, and frees it whatever fails', async () => {
    const steps: unknown[] = [];
    let busy = 2;
    const lock = async (name: string) => {
      steps.push(name);
      busy -= 1;
      return busy > 0 ? undefined : { release: async () => void steps.push('free') };
    };
    const vault: Vault = Object.assign(new MemoryVault(), { lock, growing: {} as never });
    await expect(inTurn(vault, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(steps).toEqual(['append', 'append', 'free']);
  });

  it('takes no lock where the files of the vault do not grow', async () => {
    const lock = () => Promise.reject(new Error('asked'));
    expect(await inTurn(Object.assign(new MemoryVault(), { lock }), async () => 'done')).toBe(
      'done',
    );
  });
});

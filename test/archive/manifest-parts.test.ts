import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { plainAppender } from '../../src/archive/append-lines.ts';
import { type NewLine, NO_LINE } from '../../src/archive/manifest-line.ts';
import { START } from '../../src/archive/open-manifest.ts';
import { partedLog } from '../../src/archive/parted-log.ts';
import { VaultBusy } from '../../src/archive/vault-busy.ts';
import { all } from './support/all.ts';
import { MemoryVault } from './support/memory-vault.ts';

const state = () => ({
  ...START,
  ...{ dossier: undefined, page: undefined, seal: undefined, cut: undefined, isBehind: false },
});

const whose = (organizationName: string): NewLine => ({ kind: 'account', organizationName, at: 1 });
const sealed: NewLine = {
  kind: 'seal',
  at: 2,
  signature: undefined,
  timestamp: undefined,
} as never;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const textIn = (vault: MemoryVault, at: string) => new TextDecoder().decode(vault.files.get(at));

it('lines are chained, stored as a part with its head, and move the state behind them', async () => {
  const vault = new MemoryVault();
  const end = state();
  const appender = plainAppender(partedLog(vault), end);
  const append = (...lines: NewLine[]) => appender.inTurn((add) => add(lines));
  expect(await append(whose('Acme Solar'), whose('Acme Sölar'))).toEqual(['durable', 'durable']);
  const [first = '', second = ''] = textIn(vault, 'segments/00000001.ndjson').split('\n');
  expect(JSON.parse(first)).toEqual({ ...whose('Acme Solar'), previous: NO_LINE });
  expect(JSON.parse(second)).toEqual({ ...whose('Acme Sölar'), previous: sha256(first) });
  expect(textIn(vault, 'segments/00000001.head')).toBe(`${sha256(second)}\n`);
  const length = vault.files.get('segments/00000001.ndjson')?.byteLength;
  const after = { number: 1, end: length, lines: 2, linesBefore: 0, head: sha256(second) };
  expect(end).toMatchObject({ ...after, account: 'Acme Sölar', seals: 0, seal: undefined });
  expect(await append(sealed)).toEqual(['durable']);
  expect(end).toMatchObject({ number: 2, lines: 3, linesBefore: 2, seals: 1, seal: sealed });
  await append(whose('Acme Solar'));
  expect(end).toMatchObject({ number: 3, lines: 4, linesBefore: 3, seals: 1, seal: undefined });
  expect([...vault.types]).toEqual(
    [1, 2, 3].flatMap((number) => [
      [`segments/0000000${number}.ndjson`, 'application/x-ndjson'],
      [`segments/0000000${number}.head`, 'text/plain'],
    ]),
  );
});

it('a part is two requests, and a third only where it is there already', async () => {
  const vault = new MemoryVault();
  const log = partedLog(vault);
  const lines = new TextEncoder().encode('{}\n');
  const get = vi.spyOn(vault, 'get');
  expect(await log.append(lines, NO_LINE, START)).toBe(1);
  expect(get).not.toHaveBeenCalled();
  // A client that repeats a put whose answer was lost finds its own part.
  expect(await log.append(lines, NO_LINE, START)).toBe(1);
  expect(get).toHaveBeenCalledTimes(1);
  const other = new TextEncoder().encode('{ }\n');
  await expect(log.append(other, 'a'.repeat(64), START)).rejects.toBeInstanceOf(VaultBusy);
  expect(textIn(vault, 'segments/00000001.head')).toBe(`${NO_LINE}\n`);
});

it('a manifest begins once, and a vault that replaces a file is refused', async () => {
  const vault = new MemoryVault();
  const log = partedLog(vault);
  expect([await log.last(), await log.parts()]).toEqual([0, []]);
  expect(await log.begin()).toBe(true);
  expect(await log.begin()).toBe(false);
  expect([...vault.types]).toEqual([['segments/00000000.head', 'text/plain']]);
  expect(textIn(vault, 'segments/00000000.head')).toBe(`${NO_LINE}\n`);
  const replacing = new MemoryVault();
  replacing.put = async (at, bytes) => {
    replacing.files.set(at, bytes);
    return 'kept';
  };
  await expect(partedLog(replacing).begin()).rejects.toThrow('put replaced a file: it never may');
});

it('the parts are in order, with the first of each that is gone', async () => {
  const vault = new MemoryVault();
  for (const name of [
    '00000004.ndjson',
    '00000002.head',
    '00000002.ndjson',
    'x.ndjson',
    '7.head',
  ]) {
    await vault.put(`segments/${name}`, new Uint8Array(), { contentType: '' });
  }
  const log = partedLog(vault);
  const numbersFrom = async (from?: number) => (await log.parts(from)).map(({ number }) => number);
  expect(await numbersFrom()).toEqual([0, 2, 3, 4]);
  expect(await numbersFrom(2)).toEqual([2, 3, 4]);
  expect(await numbersFrom(3)).toEqual([3, 4]);
  expect(await numbersFrom(5)).toEqual([]);
  expect(await log.last()).toBe(4);
  expect(await log.pathOf(123)).toBe('segments/00000123.ndjson');
  const owned = [
    'segments/00000001.head',
    'segments/00000001.ndjson',
    'segments/1.head',
    'manifest',
  ];
  expect(owned.map((at) => log.owns(at))).toEqual([true, true, false, false]);
  const [part] = await log.parts(4);
  if (part === undefined) throw new Error('there is a part');
  const read = async (at: number) => {
    const pieces = await log.read(part, at);
    return pieces && (await all(pieces));
  };
  vault.files.set(part.path, new Uint8Array([1, 2]));
  expect([await read(0), await read(2)]).toEqual([[new Uint8Array([1, 2])], []]);
  vault.files.delete(part.path);
  expect([await read(0), await read(2)]).toEqual([undefined, undefined]);
});

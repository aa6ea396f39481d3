import { describe, expect, it } from 'vitest';
import type { NewLine } from '../../src/archive/manifest-line.ts';
import { type Append, type LineResult, ManifestWriter } from '../../src/archive/manifest-writer.ts';
import type { ManifestState } from '../../src/archive/open-manifest.ts';
import { ManifestFailure } from '../../src/archive/vault-failure.ts';
import { failureOf } from '../client/support/failure-of.ts';

/** An appender of which the test ends each append, and a line that says its own number. */
function appending(linesAtOnce: number) {
  const batches: number[] = [];
  const ends: {
    resolve: (results: readonly LineResult[]) => void;
    reject: (e: unknown) => void;
  }[] = [];
  const append: Append = async (batch) => {
    batches.push(batch.length);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  };
  const appender = {
    linesAtOnce,
    state: {} as ManifestState,
    inTurn: async <T>(work: (append: Append) => Promise<T>) => work(append),
  };
  const fates: string[] = [];
  const writer = new ManifestWriter(appender);
  const add = (name: string) =>
    writer.add({ kind: 'account' } as NewLine, {
      onEnd: (result) => void fates.push(`${name} ${result}`),
      onLost: () => void fates.push(`${name} lost`),
    });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (...results: LineResult[]) => {
    ends.shift()?.resolve(results);
    await turn();
  };
  const fail = async (error: unknown) => {
    ends.shift()?.reject(error);
    await turn();
  };
  return { writer, add, batches, fates, turn, end, fail };
}

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  const turn = new Promise((resolve) => setImmediate(resolve, open));
  return (await Promise.race([promise.catch(() => undefined), turn])) !== open;
}

describe('lines that wait for an append', () => {
  it('are appended once they are enough, and those of meanwhile together, if they are', async () => {
    const { add, batches, fates, turn, end } = appending(2);
    await add('a');
    await turn();
    expect(batches).toEqual([]);
    await add('b');
    for (const name of ['c', 'd', 'e']) await add(name);
    expect(batches).toEqual([2]);
    await end('durable', 'known');
    expect([batches, fates]).toEqual([
      [2, 3],
      ['a durable', 'b known'],
    ]);
    await add('f');
    await end('erased');
    expect([batches, fates.slice(2)]).toEqual([
      [2, 3],
      ['c erased', 'd durable', 'e durable'],
    ]);
  });

  it('are all appended by a flush, which waits for each append', async () => {
    const { writer, add, batches, fates, end } = appending(3);
    await writer.flush();
    expect(batches).toEqual([]);
    await add('a');
    const flushed = writer.flush();
    await add('b');
    expect([batches, await isSettled(flushed)]).toEqual([[1], false]);
    await end('durable');
    expect([batches, await isSettled(flushed)]).toEqual([[1, 1], false]);
    await end('durable');
    expect([fates, await isSettled(flushed)]).toEqual([['a durable', 'b durable'], true]);
  });

  it('are 256 more than one append has, and the next one waits', async () => {
    const { add, batches, end } = appending(2);
    const adds = Array.from({ length: 2 + 257 }, (_, at) => add(`${at}`));
    for (const each of adds) expect(await isSettled(each)).toBe(true);
    const over = add('over');
    expect([batches, await isSettled(over)]).toEqual([[2], false]);
    await end();
    expect(batches).toEqual([2, 258]);
    expect(await isSettled(over)).toBe(false);
    await end();
    expect(await isSettled(over)).toBe(true);
  });

  it.each([
    ['an error', new Error('EIO'), undefined],
    ['a failure of the vault', new ManifestFailure(new Error('EIO')), 'itself'],
  ])('are lost with %s, and nothing is appended after it', async (_, error, own) => {
    const { writer, add, batches, fates, fail } = appending(2);
    for (const name of ['a', 'b', 'c']) await add(name);
    const flushed = failureOf(writer.flush());
    await fail(error);
    const told = await flushed;
    expect(told).toBeInstanceOf(ManifestFailure);
    expect(String((told as Error).message)).toContain('EIO');
    if (own !== undefined) expect(told).toBe(error);
    expect(fates).toEqual(['a lost', 'b lost', 'c lost']);
    expect(await failureOf(add('d'))).toBe(told);
    expect(await failureOf(writer.flush())).toBe(told);
    expect([batches, fates.length]).toEqual([[2], 3]);
  });
});

import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { writeRow } from '../../cli/output/write-row.ts';

const { signal } = new AbortController();

it('gives a terminal nothing that it would obey, and a file every byte', async () => {
  const row = 'cdr_1,\u001b[2J\r\n';
  for (const [isTTY, shown] of [
    [true, 'cdr_1,\\u001b[2J\n'],
    [false, row],
  ] as const) {
    let text = '';
    const output = new Writable({ write: (chunk, _, done) => done(void (text += String(chunk))) });
    expect(await writeRow(row, signal, Object.assign(output, { isTTY }))).toBe(true);
    expect(text).toBe(shown);
  }
});

it('waits until a slow reader has taken the row', async () => {
  let take = (): void => undefined;
  const output = new Writable({ highWaterMark: 1, write: (_chunk, _, done) => (take = done) });
  const written = writeRow('cdr_1\n', signal, output);
  const first = await Promise.race([written, new Promise((resolve) => setImmediate(resolve, 0))]);
  expect(first).toBe(0);
  take();
  expect(await written).toBe(true);
});

it('waits no longer once it is interrupted', async () => {
  const interruption = new AbortController();
  const output = new Writable({ highWaterMark: 1, write: () => undefined });
  const written = writeRow('cdr_1\n', interruption.signal, output);
  interruption.abort();
  expect(await written).toBe(true);
});

it('says that an output takes no more, and leaves its error to the listener of the process', async () => {
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const output = new Writable({ write: (_chunk, _, done) => done(gone) });
  const reported = once(output, 'error');
  expect(await writeRow('cdr_1\n', signal, output)).toBe(false);
  expect(await reported).toEqual([gone]);
  expect(await writeRow('cdr_2\n', signal, output)).toBe(false);
});

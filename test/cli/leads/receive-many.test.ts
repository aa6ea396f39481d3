import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../cli/account/leads/receive/batch.ts';
import { readLeadFile, receiveFile } from '../../../cli/account/leads/receive/receive-file.ts';
import { progressText } from '../../../cli/account/leads/receive/run-receive.ts';
import { memoryLedger } from '../../../src/intake/index.ts';
import { criteria, leadWorld, PHONE } from '../../intake/support/lead-world.ts';
import { newFolder } from './leads-file.ts';
import { resultOf } from './receive-world.ts';

async function manyLeads(count: number, links: number) {
  const world = leadWorld();
  const folder = newFolder();
  const [file, out] = [path.join(folder, 'leads.csv'), path.join(folder, 'result.csv')];
  const shared = await Promise.all(
    Array.from({ length: links }, () => world.share(world.capture())),
  );
  const rows = Array.from({ length: count }, (_, at) => `L${at},${shared[at] ?? '-'},${PHONE}\n`);
  writeFileSync(file, `id,share,phone\n${rows.join('')}`);
  const columns = { share: 'share', phone: 'phone', id: 'id', source: '' };
  const common = {
    out,
    account: '',
    ledger: memoryLedger(),
    client: world.clientOf(),
    criteria,
    maxReceives: count,
    waitMs: 0,
    isToldLater: true,
    clock: world.mock.clock,
  };
  const run = async (onProgress: (batch: Batch) => void, signal = new AbortController().signal) =>
    receiveFile({ ...common, leads: await readLeadFile(file, columns, out), signal, onProgress });
  return { ...world, run, out };
}

describe('leads receive', () => {
  it('has a row for each of 5,000, and counts up as it goes', async () => {
    const { run, out, paid } = await manyLeads(5_000, 20);
    const shown: string[] = [];
    const received = await run((batch) => shown.push(progressText(batch)));
    const decisions = { accept: 20, refuse: 4_980 };
    expect(received).toMatchObject({ rows: 5_000, sent: 20, decisions });
    expect(resultOf(out).map(({ id }) => id)).toEqual(
      Array.from({ length: 5_000 }, (_, at) => `L${at}`),
    );
    expect(paid()).toHaveLength(20);
    const counts = shown.map((text) => Number.parseInt(text, 10));
    expect(counts).toEqual(counts.map((_, at) => at + 1));
    expect(shown.at(-1)).toBe('5000 of 5000, 20 accept, 4980 refuse');
  });

  it('ends what it has begun when it is interrupted, and continues the next time', async () => {
    const { run, out, paid } = await manyLeads(60, 60);
    const interrupted = new AbortController();
    const first = await run(() => interrupted.abort(), interrupted.signal);
    const { accept = 0, not_taken: left = 0 } = first.decisions;
    expect(accept).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
    expect(accept + left).toBe(60);
    expect(paid()).toHaveLength(accept);
    expect(first.sent).toBe(accept);
    const codes = resultOf(out).map(({ code }) => code);
    expect(codes.filter((code) => code === 'INTERRUPTED')).toHaveLength(left);
    expect((await run(() => undefined)).decisions).toEqual({ accept: 60 });
    expect(paid()).toHaveLength(60);
  });
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readLeadFile, receiveFile } from '../../../cli/account/leads/receive/receive-file.ts';
import { progressText } from '../../../cli/account/leads/receive/run-receive.ts';
import { memoryLedger } from '../../../src/intake/index.ts';
import { criteria, leadWorld, PHONE } from '../../intake/support/lead-world.ts';
import { newFolder } from './leads-file.ts';
import { resultOf } from './receive-world.ts';

it('leads receive has a row for each of 5,000, and counts up as it goes', async () => {
  const { clientOf, capture, share, mock, paid } = leadWorld();
  const folder = newFolder();
  const [file, out] = [path.join(folder, 'leads.csv'), path.join(folder, 'result.csv')];
  const links = await Promise.all(Array.from({ length: 20 }, () => share(capture())));
  const rows = Array.from({ length: 5_000 }, (_, at) => `L${at},${links[at] ?? '-'},${PHONE}\n`);
  writeFileSync(file, `id,share,phone\n${rows.join('')}`);
  const shown: string[] = [];
  const received = await receiveFile({
    leads: await readLeadFile(file, { share: 'share', phone: 'phone', id: 'id', source: '' }, out),
    out,
    account: '',
    ledger: memoryLedger(),
    client: clientOf(),
    criteria,
    maxReceives: 5_000,
    waitMs: 0,
    isToldLater: true,
    signal: new AbortController().signal,
    clock: mock.clock,
    onProgress: (batch) => shown.push(progressText(batch)),
  });
  expect(received).toMatchObject({
    rows: 5_000,
    sent: 20,
    decisions: { accept: 20, refuse: 4_980 },
  });
  expect(resultOf(out).map(({ id }) => id)).toEqual(rows.map((_, at) => `L${at}`));
  expect(paid()).toHaveLength(20);
  const counts = shown.map((text) => Number.parseInt(text, 10));
  expect(counts).toEqual(counts.map((_, at) => at + 1));
  expect(shown.at(-1)).toBe('5000 of 5000, 20 accept, 4980 refuse');
});

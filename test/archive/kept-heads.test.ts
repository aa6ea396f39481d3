import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveEvidence, folderVault, verifyArchive } from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { MemoryVault } from './support/memory-vault.ts';

/** An archive of three runs, and the head of each. */
async function threeRuns() {
  const { client, captureMany } = archiveWorld();
  const vault = new MemoryVault();
  const states: Map<string, Uint8Array>[] = [];
  const heads: string[] = [];
  for (let run = 0; run < 3; run += 1) {
    captureMany(2, `run-${run}.example`);
    heads.push((await archiveEvidence(client, { vault })).manifest.head);
    states.push(new Map(vault.files));
  }
  const vaultOf = (files?: Map<string, Uint8Array>) => {
    const copy = new MemoryVault();
    for (const [name, bytes] of files ?? []) copy.files.set(name, bytes);
    return copy;
  };
  return { client, vault, heads, states, vaultOf };
}

describe('heads that were kept elsewhere', () => {
  it('are each a line of the archive, in any order, the head of an empty archive too', async () => {
    const { vault, heads } = await threeRuns();
    const kept = [...heads].reverse();
    expect(await verifyArchive(vault, { heads: [...kept, '0'.repeat(64)] })).toMatchObject({
      ok: true,
    });
  });

  it('reveal a vault that was put back to an older state, which is consistent', async () => {
    const { heads, states, vaultOf } = await threeRuns();
    const older = vaultOf(states[1]);
    expect(await verifyArchive(older)).toMatchObject({ ok: true });
    const { ok, problems } = await verifyArchive(older, { heads });
    expect(ok).toBe(false);
    expect(problems).toMatchObject([{ kind: 'other_head', path: 'manifest.ndjson' }]);
    expect(problems[0]?.message).toContain(heads[2]);
  });

  it('reveal an archive that was made again, which is consistent', async () => {
    const { client, heads } = await threeRuns();
    const forged = new MemoryVault();
    await archiveEvidence(client, { vault: forged, domains: ['run-2.example'] });
    expect(await verifyArchive(forged)).toMatchObject({ ok: true });
    const { problems } = await verifyArchive(forged, { heads });
    expect(problems.map(({ kind }) => kind)).toEqual(heads.map(() => 'other_head'));
  });

  it.each([['abc'], ['A'.repeat(64)], [7], ['']])(
    'are refused if they are not digests: %j',
    async (head) => {
      const check = verifyArchive(new MemoryVault(), { heads: [head] as never });
      await expect(check).rejects.toThrow(/heads/);
    },
  );
});

it('files that operating systems leave are told as ignored, not as added', async () => {
  const { client, capture } = archiveWorld();
  capture();
  const folder = tempFolder();
  const vault = folderVault(folder);
  await archiveEvidence(client, { vault });
  const left = [
    '.DS_Store',
    'Thumbs.db',
    'records/.DS_Store',
    'records/._acme',
    'records/desktop.ini',
  ];
  for (const name of left) writeFileSync(path.join(folder, name), '');
  const whole = await verifyArchive(vault);
  expect(whole).toMatchObject({ ok: true, problems: [] });
  expect([...whole.ignored].sort()).toEqual([...left].sort());
  writeFileSync(path.join(folder, 'my.DS_Store.txt'), '');
  expect((await verifyArchive(vault)).problems).toMatchObject([{ kind: 'added' }]);
});

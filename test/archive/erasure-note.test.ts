import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Erasure, erasureFile, readErasure } from '../../src/archive/erasure-note.ts';
import { folderVault } from '../../src/archive/index.ts';
import { tempFolder } from './support/archive-world.ts';

const ERASURE: Erasure = {
  cdrId: 'cdr_1',
  at: 1_767_600_000_000,
  reason: 'the person asked for it',
  by: 'ann',
  files: [{ path: 'records/a.json', bytes: 2, sha256: 'a'.repeat(64), contentType: 'text/plain' }],
};

/** Reads the note about `cdr_1` of a folder in which its file has this text. */
async function readFrom(text: string | undefined): Promise<Erasure | undefined> {
  const folder = tempFolder();
  const file = path.join(folder, erasureFile(ERASURE).path);
  mkdirSync(path.dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);
  return readErasure(folderVault(folder), 'cdr_1');
}

it('a note that a record was erased is read as it was written', async () => {
  const written = new TextDecoder().decode(erasureFile(ERASURE).bytes);
  expect(await readFrom(written)).toEqual(ERASURE);
});

it.each([
  ['is not there', undefined],
  ['is of another record', JSON.stringify({ ...ERASURE, cdrId: 'cdr_2' })],
  ['has no reason', JSON.stringify({ ...ERASURE, reason: undefined })],
  ['has no list of files', JSON.stringify({ ...ERASURE, files: 'all' })],
  ['is no object', '7'],
  ['is half written', JSON.stringify(ERASURE).slice(0, -9)],
  ['is empty', ''],
])('a note that %s says nothing', async (_, text) => {
  expect(await readFrom(text)).toBeUndefined();
});

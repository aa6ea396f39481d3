import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  archiveEvidence,
  eraseRecord,
  folderVault,
  verifyArchive,
} from '../../src/archive/index.ts';
import type { FetchLike } from '../../src/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { recordsIn } from './support/lines-in.ts';

/** The program of `docs/guides/archive.md`. */
function programOf(guide: string): string {
  const section = guide.slice(guide.indexOf('### If a file was lost or damaged'));
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  return code.replaceAll(/^import .*\n/gm, '');
}

type Restore = (...tools: unknown[]) => Promise<void>;

const AsyncFunction = (async () => undefined).constructor as new (...text: string[]) => Restore;

const restore = new AsyncFunction(
  ...['client', 'folderVault', 'verifyArchive', 'log'],
  programOf(readFileSync('docs/guides/archive.md', 'utf8')),
);

async function archiveOfThree() {
  const world = archiveWorld();
  world.captureMany(3);
  const folder = tempFolder();
  await archiveEvidence(world.client, { vault: folderVault(folder) });
  const lines = await recordsIn(folderVault(folder));
  const files = lines.map(({ record, image }) => [record.path, image?.path ?? '']);
  const restored = async (client = world.client) => {
    await restore(
      client,
      () => folderVault(folder),
      verifyArchive,
      () => undefined,
    );
    const { problems } = await verifyArchive(folderVault(folder));
    return problems.map(({ kind, path: at }) => [kind, at]).sort();
  };
  const remove = (name = '') => rmSync(path.join(folder, name));
  return { ...world, folder, lines, files, restored, remove };
}

it('a lost file comes back from the service as the same bytes, but not what was erased', async () => {
  const { files, folder, lines, remove, restored } = await archiveOfThree();
  const [first = [], second = [], [, third] = []] = files;
  const vault = folderVault(folder);
  await eraseRecord(vault, { cdrId: lines[1]?.cdrId ?? '', reason: 'order 17', by: 'ann' });
  for (const name of [...first, third]) remove(name);
  expect(await restored()).toEqual([]);
  for (const name of second) expect(await vault.has(name)).toBe(false);
});

it('a record that the service has added to since is named as changed, and its image is not', async () => {
  const { clientOf, files, mock, remove, restored } = await archiveOfThree();
  const [names = []] = files;
  for (const name of names) remove(name);
  const fetch: FetchLike = async (input, init) => {
    const reply: Response = await mock.fetch(input, init);
    if (!/\/v1\/cdrs\/[^/]+$/.test(String(input))) return reply;
    const added = '"webhookSuccessfullySentAt":1767614400000,"capturedAt":';
    return new Response((await reply.text()).replace('"capturedAt":', added), reply);
  };
  expect(await restored(clientOf({ fetch }))).toEqual([['changed', names[0]]]);
});

it('a damaged file stays as it is until someone moves it out', async () => {
  const { files, folder, remove, restored } = await archiveOfThree();
  const [[, image = ''] = []] = files;
  writeFileSync(path.join(folder, image), 'damaged');
  expect(await restored()).toEqual([['changed', image]]);
  remove(image);
  expect(await restored()).toEqual([]);
});

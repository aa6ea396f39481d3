import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { archiveEvidence, folderVault, verifyArchive } from '../../src/archive/index.ts';
import type { FetchLike } from '../../src/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { recordsIn } from './support/lines-in.ts';

/** The program of `docs/guides/archive.md`. */
function programOf(guide: string): string {
  const section = guide.slice(guide.indexOf('### If a file was lost or damaged'));
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  return code.replaceAll(/^import .*\n/gm, '').replace("'cdr_1'", '...deletedIds');
}

type Restore = (...tools: unknown[]) => Promise<void>;

const AsyncFunction = (async () => undefined).constructor as new (...text: string[]) => Restore;

const restore = new AsyncFunction(
  ...['client', 'folderVault', 'verifyArchive', 'deletedIds', 'log'],
  programOf(readFileSync('docs/guides/archive.md', 'utf8')),
);

async function archiveOfThree() {
  const world = archiveWorld();
  world.captureMany(3);
  const folder = tempFolder();
  await archiveEvidence(world.client, { vault: folderVault(folder) });
  const lines = await recordsIn(folderVault(folder));
  const files = lines.map(({ record, image }) => [record.path, image?.path ?? '']);
  const restored = async (deletedIds: readonly string[] = [], client = world.client) => {
    await restore(
      client,
      () => folderVault(folder),
      verifyArchive,
      deletedIds,
      () => undefined,
    );
    const { problems } = await verifyArchive(folderVault(folder));
    return problems.map(({ kind, path: at }) => [kind, at]).sort();
  };
  const remove = (name = '') => rmSync(path.join(folder, name));
  return { ...world, folder, lines, files, restored, remove };
}

it('a lost file comes back from the service as the same bytes, but not what a law had deleted', async () => {
  const { files, lines, remove, restored } = await archiveOfThree();
  const [first = [], second = [], [, third] = []] = files;
  for (const name of [...first, ...second, third]) remove(name);
  const left = second.map((name) => ['missing', name]).sort();
  expect(await restored([lines[1]?.cdrId ?? ''])).toEqual(left);
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
  expect(await restored([], clientOf({ fetch }))).toEqual([['changed', names[0]]]);
});

it('a damaged file stays as it is until someone moves it out', async () => {
  const { files, folder, remove, restored } = await archiveOfThree();
  const [[, image = ''] = []] = files;
  writeFileSync(path.join(folder, image), 'damaged');
  expect(await restored()).toEqual([['changed', image]]);
  remove(image);
  expect(await restored()).toEqual([]);
});

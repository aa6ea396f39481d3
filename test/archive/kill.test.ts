import { expect, it } from 'vitest';
import { seededRandom } from '../webhooks/kill/seeded-random.ts';
import { archiveKillRun, meetsAnotherProcess } from './kill/archive-kill-run.ts';
import { manyWritersRun } from './kill/many-writers-run.ts';
import { tempFolder } from './support/archive-world.ts';

it('an archive run continues after each kill: nothing is missing or duplicated, and the chain is whole', async () => {
  const result = await archiveKillRun({ records: 30, kills: 4, random: seededRandom(1) });
  expect(result).toMatchObject({
    ...{ kills: 4, missing: 0, twice: 0, wrongImages: 0, problems: 0, strays: 0, complaints: 0 },
  });
}, 60_000);

it('leaves the vault to another process while that lives, and no longer', async () => {
  expect(await meetsAnotherProcess(tempFolder())).toEqual(['busy', 'then']);
}, 30_000);

it('many processes beside a walk leave nothing out and nothing twice, killed or on a full disk', async () => {
  const result = await manyWritersRun({
    ...{ records: 40, workers: 2, kills: 5, fullDisks: 2 },
    random: seededRandom(3),
  });
  expect(result).toEqual({
    ...{ kills: result.kills, fullDisks: 2, complaints: 0 },
    ...{ problems: 0, missing: 0, twice: 0, strays: 0 },
  });
}, 60_000);

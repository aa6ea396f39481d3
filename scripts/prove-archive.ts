// Kills (SIGKILL) the runs of an archive at random points: 2,000 records, 100 kills, and then one run
// to the end. Then eight processes that archive single records and one that walks share a folder, while
// they are killed 200 times and find their disk full 20 times. Nothing may be missing or twice, and the
// chain must be whole. Then one byte of one file of an archive is changed, 10,000 times, segments are
// swapped, cut, lost or taken from another vault, 200 times, and erasures are forged, 100 times:
// `verifyArchive` must name each. Run it with `npm run proof:archive`; a seed can follow `--`, and after it
// `kills` or `changes`, for that half alone.
import assert from 'node:assert/strict';
import { createMockService, presets } from '../mock/index.ts';
import { archiveEvidence, archiveRecord, verifyArchive } from '../src/archive/index.ts';
import { ConsentEvidence } from '../src/index.ts';
import { archiveKillRun } from '../test/archive/kill/archive-kill-run.ts';
import { manyWritersRun } from '../test/archive/kill/many-writers-run.ts';
import { changedByte, namesChange } from '../test/archive/support/changed-byte.ts';
import { changedSegments, forgedErasures } from '../test/archive/support/changed-segments.ts';
import { MemoryVault } from '../test/archive/support/memory-vault.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';

const KILLS = { records: 2000, kills: 100 };
const WRITERS = { records: 1000, workers: 8, kills: 200, fullDisks: 20 };
const CHANGES = 10_000;
const SEGMENT_CHANGES = 200;
const FORGERIES = 100;
const [, , given = '1', half] = process.argv;
const seed = Number(given);
const random = seededRandom(seed);

console.log(`seed ${seed}`);
/** Makes a signed archive of a few records, with its manifest in parts. */
async function wholeArchive(): Promise<MemoryVault> {
  const mock = createMockService({ idSeed: 'changes' });
  const company = mock.addOrganization({ name: 'Acme Solar' });
  for (let at = 0; at < 5; at += 1) mock.capture(company, presets.checkedBox());
  const vault = new MemoryVault();
  const { generateKeyPairSync } = await import('node:crypto');
  const sign = { privateKey: generateKeyPairSync('ed25519').privateKey, keyId: 'proof' };
  const client = new ConsentEvidence(mock.clientOptions(company));
  const report = await archiveEvidence(client, { vault, sign });
  assert.equal(report.ok, true);
  const loose = mock.capture(company, presets.checkedBox()).cdrId;
  await archiveRecord(client, { vault, cdrId: loose });
  return vault;
}

async function proveKills(): Promise<void> {
  const killed = await archiveKillRun({ ...KILLS, random });
  console.log('kills', { records: KILLS.records, ...killed });
  const { aside: _, ...counted } = killed;
  const faultless = { missing: 0, twice: 0, wrongImages: 0, problems: 0, strays: 0, complaints: 0 };
  assert.deepEqual(counted, { kills: KILLS.kills, ...faultless });

  const writers = await manyWritersRun({ ...WRITERS, random });
  console.log('many writers', { ...WRITERS, ...writers });
  const { kills, fullDisks, ...trouble } = writers;
  assert.ok(kills >= WRITERS.kills && fullDisks >= WRITERS.fullDisks);
  assert.deepEqual(trouble, { complaints: 0, problems: 0, missing: 0, twice: 0, strays: 0 });
}

async function proveChanges(): Promise<void> {
  const whole = await wholeArchive();
  assert.equal((await verifyArchive(whole)).ok, true);
  let named = 0;
  for (let change = 0; change < CHANGES; change += 1) {
    const { vault, path, line } = changedByte(whole, random);
    const { problems } = await verifyArchive(vault).catch((error: unknown) => {
      // Without a layout that it knows, it cannot read the rest.
      const isNamed = path === 'vault.json' && String(error).includes(path);
      return { problems: [{ kind: 'changed', path: isNamed ? path : '', message: '' } as const] };
    });
    if (namesChange(problems, path, line)) named += 1;
    else console.log('not named', path, line, problems);
  }
  console.log('changes of one byte', { files: whole.files.size, changes: CHANGES, named });
  assert.equal(named, CHANGES);

  const segments = await changedSegments(random, SEGMENT_CHANGES);
  console.log('changed segments', segments);
  assert.equal(segments.named, SEGMENT_CHANGES);
  const erasures = await forgedErasures(random, FORGERIES);
  console.log('forged erasures', erasures);
  assert.equal(erasures.named, FORGERIES);
}

if (half !== 'changes') await proveKills();
if (half !== 'kills') await proveChanges();

// Kills (SIGKILL) the runs of an archive at random points: 2,000 records, 100 kills, and then one run
// to the end. Nothing may be missing or twice, and the chain must be whole. Then one byte of one file
// of an archive is changed, 10,000 times, and `verifyArchive` must name that file, and for a manifest
// also the line or its neighbour. Run it with `npm run proof:archive`; a seed can follow `--`.
import assert from 'node:assert/strict';
import { createMockService, presets } from '../mock/index.ts';
import { archiveEvidence, verifyArchive } from '../src/archive/index.ts';
import { ConsentEvidence } from '../src/index.ts';
import { archiveKillRun } from '../test/archive/kill/archive-kill-run.ts';
import { changedByte, namesChange } from '../test/archive/support/changed-byte.ts';
import { MemoryVault } from '../test/archive/support/memory-vault.ts';
import { seededRandom } from '../test/webhooks/kill/seeded-random.ts';

const KILLS = { records: 2000, kills: 100 };
const CHANGES = 10_000;
const seed = Number(process.argv[2] ?? 1);
const random = seededRandom(seed);

console.log(`seed ${seed}`);
const killed = await archiveKillRun({ ...KILLS, random });
console.log('kills', { records: KILLS.records, ...killed });
const { aside: _, ...counted } = killed;
const faultless = { missing: 0, twice: 0, wrongImages: 0, problems: 0, strays: 0, complaints: 0 };
assert.deepEqual(counted, { kills: KILLS.kills, ...faultless });

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
  return vault;
}

const whole = await wholeArchive();
assert.equal((await verifyArchive(whole)).ok, true);
let named = 0;
for (let change = 0; change < CHANGES; change += 1) {
  const { vault, path, line } = changedByte(whole, random);
  const { problems } = await verifyArchive(vault);
  if (namesChange(problems, path, line)) named += 1;
  else console.log('not named', path, line, problems);
}
console.log('changes of one byte', { files: whole.files.size, changes: CHANGES, named });
assert.equal(named, CHANGES);

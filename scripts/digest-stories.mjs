// Prints a digest of what happens in simulated worlds: stories that broke, and of every other world the
// answers, requests and charges. It is the same under each version of Node:
// `node scripts/digest-stories.mjs [another node …]` compares, and fails where they differ. JavaScript,
// and on the built package, because Node 20 runs no TypeScript.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ConsentEvidence } from '../dist/index.js';
import { createLeadIntake, memoryLedger } from '../dist/intake.js';
import { simulate } from '../dist/mock/simulate.js';

const WORLDS = 200;

const criteria = { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } };

/** The lead intake, which breaks nothing. */
const intake = ({ clientOptions, clock, durable }) => {
  const client = new ConsentEvidence(clientOptions);
  const ledger = durable('ledger', () => memoryLedger());
  const { take, resume, orphans } = createLeadIntake({ client, ledger, criteria, clock });
  return { take, tick: () => resume(), orphans: () => orphans() };
};

/** A buyer that keeps nothing, and breaks almost everything. */
const naive = ({ clientOptions }) => {
  const { shares } = new ConsentEvidence(clientOptions);
  return {
    take: ({ shareUrl, phone }) =>
      shares.receive(shareUrl, { acceptance: { ...criteria, leadMatch: { phone } } }).then(
        ({ cdrId }) => ({ decision: 'accept', cdrId }),
        () => ({ decision: 'refuse' }),
      ),
  };
};

/** A receiver that looks, waits and then works. */
const looksFirst = ({ clock, effect, storage }) => ({
  async webhook(request) {
    const { cdrId } = await request.json();
    if (storage.get(cdrId) === undefined) {
      await clock.sleep(50);
      effect(cdrId);
      storage.set(cdrId, true);
    }
    return new Response(null, { status: 200 });
  },
});

async function digest() {
  const hash = createHash('sha256');
  for (const start of [intake, naive, looksFirst]) {
    for (const machines of [1, 2]) {
      const happens = ({ answers, effects, mock }) => {
        const requests = mock.requests();
        hash.update(JSON.stringify([answers, effects, requests, mock.charges()]));
      };
      const options = { seed: 'digest', worlds: WORLDS, start, machines };
      const { broken, tried } = await simulate({ ...options, invariants: { happens } });
      hash.update(JSON.stringify([tried, broken.map(({ story }) => story)]));
    }
  }
  return hash.digest('hex');
}

const told = { node: process.version, digest: await digest() };
console.log(JSON.stringify(told));
for (const other of process.argv.slice(2)) {
  const text = execFileSync(other, [fileURLToPath(import.meta.url)], { encoding: 'utf8' });
  console.log(text.trim());
  if (JSON.parse(text).digest !== told.digest) throw new Error(`${other} tells other stories`);
}

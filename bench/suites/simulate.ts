import type * as Mock from '../../mock/index.ts';
import type * as Simulate from '../../mock/simulate.ts';
import type * as Client from '../../src/index.ts';
import type * as Intake from '../../src/intake/index.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
import { BEFORE } from '../harness/stage.ts';
import type { Suite } from '../harness/suite.ts';

const SEED = 'bench';
const WORLDS = 200;

/** The number of records and of requests in one world. */
type WorldSize = readonly [records: number, requests: number];

/** A buyer that only makes one request per lead, as the bare loop does. */
const start: Simulate.StartProgram = ({ clientOptions: { apiKey, fetch } }) => ({
  async take({ shareUrl, phone }) {
    const response = (await fetch(shareUrl, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ acceptance: { schemaVersion: 1, leadMatch: { phone } } }),
    })) as Response;
    const { ok, data } = (await response.json()) as { ok: boolean; data?: { cdrId: string } };
    return ok && data !== undefined
      ? { decision: 'accept', cdrId: data.cdrId }
      : { decision: 'refuse' };
  },
});

function simulated({ simulate }: typeof Simulate, sizes?: WorldSize[]): Run {
  const sized: Simulate.Invariant = ({ leads, mock }) => {
    sizes?.push([new Set(leads.map(({ cdrId }) => cdrId)).size, mock.requests().length]);
  };
  // No trouble that such a buyer cannot handle: the search for the shortest story is not measured.
  const trouble = {
    ...{ recycledLinks: 0, secondLinks: 0, receivedElsewhere: 0, repeatedPosts: 0 },
    ...{ expiringLinks: 0, invalidRecords: 0 },
    ...{ lostAnswers: 0, serverErrors: 0, slowAnswers: 0, crashes: 0 },
    ...{ outages: 0, slowDatabase: 0, lostRequests: 0, rateLimits: 0 },
  };
  return async (worlds) => {
    const options = { seed: SEED, worlds, start, trouble, readings: 'defaults' as const };
    const invariants = sizes === undefined ? undefined : { sized };
    const { broken } = await simulate({ ...options, invariants });
    if (broken[0] !== undefined) throw new Error(broken[0].story);
  };
}

async function ours(): Promise<Run> {
  return simulated(await load<typeof Simulate>('consent-evidence/mock/simulate'));
}

/** Makes the same worlds without a simulation: as many records and requests, one after the other. */
async function bare(): Promise<Run> {
  const sizes: WorldSize[] = [];
  await simulated(await load('consent-evidence/mock/simulate'), sizes)(WORLDS);
  const { createMockService, presets } = await load<typeof Mock>('consent-evidence/mock');
  const image = { contentType: 'image/png', base64: 'iVBORw0KGgo=' };
  return async (worlds) => {
    for (let world = 0; world < worlds; world += 1) {
      const [records, requests] = sizes[world % sizes.length] ?? [0, 0];
      const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: `${world}` });
      const { apiKey } = mock.addOrganization({ name: 'Acme Solar' });
      const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
      const links = Array.from({ length: records }, () => {
        return mock.capture(producer, presets.checkedBox({ image, autoShare: true })).shareUrl;
      });
      for (let index = 0; index < requests; index += 1) {
        const response = (await mock.fetch(links[index % records], {
          method: 'POST',
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
          body: '{"acceptance":{"schemaVersion":1,"leadMatch":{"phone":"(212) 555-0147"}}}',
        })) as Response;
        await response.json();
      }
    }
  };
}

/** What an earlier version does not know; it would draw other worlds. */
const ADDED = ['outages', 'slowDatabase', 'forgedDeliveries'];

/** Runs the lead intake in the default worlds, of this build or another. */
async function intake(name: string): Promise<Run> {
  const { simulate, TROUBLE } = await load<typeof Simulate>(`${name}/mock/simulate`);
  const { ConsentEvidence } = await load<typeof Client>(name);
  const { createLeadIntake, memoryLedger } = await load<typeof Intake>(`${name}/intake`);
  const criteria = {
    schemaVersion: 1,
    disclosure: { requireAllCheckboxesAffirmed: true },
  } as const;
  const known = Object.keys(TROUBLE).filter((each) => ADDED.includes(each));
  const trouble = Object.fromEntries(known.map((each) => [each, 0]));
  const buys: Simulate.StartProgram = ({ clientOptions, clock, durable }) => {
    const client = new ConsentEvidence(clientOptions);
    const ledger = durable('ledger', () => memoryLedger());
    const { take, resume, orphans } = createLeadIntake({ client, ledger, criteria, clock });
    return { take, tick: () => resume(), orphans: () => orphans() };
  };
  let lot = 0;
  return async (worlds) => {
    lot += 1;
    const { broken } = await simulate({ seed: `${SEED} ${lot}`, worlds, start: buys, trouble });
    if (broken[0] !== undefined) throw new Error(broken[0].story);
  };
}

const OURS = 'consent-evidence/mock/simulate';

const measures: Record<'worlds' | 'intake', Measure> = {
  worlds: {
    title: 'a world of a buyer that makes one request for each lead',
    base: 'a loop over mock.fetch',
    ratio: 'speed',
    operations: WORLDS,
    rounds: 15,
    limits: { [OURS]: 0.5 },
    subjects: {
      'a loop over mock.fetch': { prepare: bare },
      [OURS]: { prepare: ours },
    },
  },
  intake: {
    title: 'a world of a lead intake, ledger in memory',
    base: OURS,
    ratio: 'speed',
    operations: 50,
    rounds: 40,
    limits: {},
    subjects: {
      [OURS]: { prepare: () => intake('consent-evidence') },
      'the version before': { peer: BEFORE, prepare: () => intake(BEFORE) },
    },
  },
};

export const suite: Suite = {
  title: 'Simulate a program',
  about:
    'Worlds per second beside a bare loop that makes as many fakes, captures as many records and ' +
    'sends as many requests. The simulation also draws each world, runs its time, its network and ' +
    'its quiet days, writes down what happens and judges its end.',
  measures,
  run: async (plan) => [
    ...(await interleave(import.meta.url, 'worlds', measures.worlds, plan)),
    ...(await interleave(import.meta.url, 'intake', measures.intake, plan)),
  ],
};

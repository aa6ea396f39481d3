import type * as Mock from '../../mock/index.ts';
import type * as Simulate from '../../mock/simulate.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
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

const measures: Record<'worlds', Measure> = {
  worlds: {
    title: 'a world of a buyer that makes one request for each lead',
    base: 'a loop over mock.fetch',
    ratio: 'speed',
    operations: WORLDS,
    rounds: 15,
    limits: { 'consent-evidence/mock/simulate': 0.5 },
    subjects: {
      'a loop over mock.fetch': { prepare: bare },
      'consent-evidence/mock/simulate': { prepare: ours },
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
  run: (plan) => interleave(import.meta.url, 'worlds', measures.worlds, plan),
};

import { ConsentEvidence } from 'consent-evidence';
import { createMockService } from 'consent-evidence/mock';
import { lostAnswerCases } from './lost-answer-cases.mjs';
import { operationCases } from './operation-cases.mjs';
import { bill, fill, loseNext } from './world.mjs';

/** A clock on which the waits for retries and pending records take no time. */
const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

/** What the cases need from a fake: its world, clients of its organizations, faults, the bill. */
function service(world, reach, control) {
  const connect = (party, options) =>
    new ConsentEvidence({
      apiKey: world.keys[party],
      validateReplies: 'throw',
      clock,
      ...reach,
      ...options,
    });
  return { world, connect, ...control };
}

const controlOf = (mock) => ({
  loseNext: async (operation) => loseNext(mock, operation),
  bill: async (cdrId) => bill(mock, cdrId),
});

const casesOf = (fake, offers) => [...operationCases(fake, offers), ...lostAnswerCases(fake)];

export const inProcess = {
  name: 'calls, in process',
  cases(offers) {
    const mock = createMockService();
    const { baseUrl, fetch } = mock;
    return casesOf(service(fill(mock), { baseUrl, fetch }, controlOf(mock)), offers);
  },
};

/** The fake is served by Node, in another process. */
export const overHttp = {
  name: 'calls, over HTTP',
  cases(offers) {
    const { served } = offers;
    if (served === undefined) return undefined;
    const ask = async (path) => (await fetch(`${served.control}${path}`)).json();
    const control = {
      loseNext: (operation) => ask(`/lose/${operation}`),
      bill: (cdrId) => ask(`/bill/${cdrId}`),
    };
    return casesOf(service(served.world, { baseUrl: served.url }, control), offers);
  },
};

/** The fake is served by this very runtime. */
export const servedHere = {
  name: 'calls, served here',
  async cases(offers) {
    if (!offers.hasNodeHttp) return undefined;
    const { serveMock } = await import('consent-evidence/mock/node');
    const mock = createMockService();
    const world = fill(mock);
    const served = await serveMock(mock);
    const cases = casesOf(service(world, { baseUrl: served.url }, controlOf(mock)), offers);
    return [...cases, ['closes', () => served.close()]];
  },
};

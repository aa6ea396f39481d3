import type * as Mock from '../../mock/index.ts';
import type * as Client from '../../src/index.ts';
import type * as Webhooks from '../../src/webhooks/index.ts';
import type * as WebhooksSqlite from '../../src/webhooks/sqlite.ts';
import { outageOfHours } from '../../test/intake/fleet/outage-of-hours.ts';
import { load } from '../harness/peers.ts';
import type { Row } from '../harness/row.ts';
import { spreadOf } from '../harness/statistics.ts';
import type { Suite } from '../harness/suite.ts';

const SINCE = Date.parse('2026-01-05T12:00:00Z');
const EVERY_MS = 600_000;
const HOUR_MS = 3_600_000;

/** An account with one record on each domain, all of them in its inbox already. */
async function accountOf(domains: number) {
  const { createMockService } = await load<typeof Mock>('consent-evidence/mock');
  const { ConsentEvidence } = await load<typeof Client>('consent-evidence');
  const { reconcile } = await load<typeof Webhooks>('consent-evidence/webhooks');
  const { sqliteInbox } = await load<typeof WebhooksSqlite>('consent-evidence/webhooks/sqlite');
  const mock = createMockService({ now: SINCE, requestsKept: 1 });
  const account = mock.addOrganization({ name: 'Sunroof Leads' });
  for (let index = 0; index < domains; index += 1) {
    mock.capture(account, { pageUrl: `https://d${index}.example/` });
  }
  await mock.clock.advance(2 * HOUR_MS);
  let requests = 0;
  const options = mock.clientOptions(account);
  const fetch: typeof mock.fetch = (url, init) => {
    requests += 1;
    return mock.fetch(url, init);
  };
  const client = new ConsentEvidence({ ...options, fetch, retryQuota: Infinity });
  const inbox = sqliteInbox(':memory:', { enqueue: () => undefined });
  const run = () => {
    return reconcile(client, inbox, { since: SINCE, everyMs: EVERY_MS, clock: mock.clock });
  };
  await run();
  await mock.clock.advance(EVERY_MS);
  /** The requests of that many machines, whose timers are spread over one interval. */
  const requestsOf = async (machines: number): Promise<number> => {
    const before = requests;
    for (let machine = 0; machine < machines; machine += 1) {
      await run();
      await mock.clock.advance(EVERY_MS / machines);
    }
    return requests - before;
  };
  return { requestsOf, end: () => inbox.close() };
}

/** What 40 machines ask for with one timer, beside one. */
async function reconcileRows(domains: number): Promise<Row[]> {
  const { requestsOf, end } = await accountOf(domains);
  const rows: Row[] = [];
  for (const machines of [1, 40]) {
    const count = await requestsOf(machines);
    const one = rows[0]?.value.median ?? count;
    rows.push({
      measure: `reconcile, ${domains.toLocaleString('en-US')} domains`,
      subject: machines === 1 ? 'one machine' : `${machines} machines`,
      value: spreadOf([count]),
      unit: 'requests',
      ratio: spreadOf([count / one]),
      ...(machines > 1 && { limit: 1 }),
    });
  }
  end();
  return rows;
}

/** How a lead intake gets through an outage and catches up. */
async function outageRows(outageMs: number): Promise<Row[]> {
  const rates = { machines: 1, leadsPerSecond: 2, requestsPerSecond: 10 };
  const result = await outageOfHours({ ...rates, outageMs, afterMs: 2 * HOUR_MS });
  if (result.accepted !== result.leads) throw new Error('a lead was not decided');
  const figures: [string, number, Row['unit'], number][] = [
    ['sent for a lead meanwhile', result.requestsALead, 'requests', 1.1],
    ['until the backlog was gone', result.backlogGoneAfterMinutes ?? Infinity, 'minutes', 75],
  ];
  return figures.map(([subject, value, unit, limit]) => {
    const measure = `an outage of ${outageMs / HOUR_MS} hours`;
    return { measure, subject, value: spreadOf([value]), unit, limit };
  });
}

export const suite: Suite = {
  title: 'Many machines, and an outage',
  about:
    'Counted on the fake, in simulated time. 40 machines with one inbox call `reconcile` once in ten ' +
    'minutes, with `everyMs`, on an account that has nothing new. A lead intake takes 2 leads a second ' +
    'and works them off while a service of 10 requests a second is away and after it: a hundredth of ' +
    '200 leads and 1,000 requests.',
  async run({ smoke }) {
    const rows = await reconcileRows(smoke ? 20 : 10_000);
    return [...rows, ...(await outageRows(smoke ? HOUR_MS / 60 : 3 * HOUR_MS))];
  },
};

import { describe, expect, it } from 'vitest';
import { READING_ROWS } from '../../src/calibrate/reading-rows.ts';
import { STATEMENT_ROWS } from '../../src/calibrate/statement-rows.ts';
import type { Tier } from '../../src/calibrate/tier.ts';
import type { FetchLike } from '../../src/platform/platform.ts';
import { READING_NAMES } from '../../src/readings/readings.ts';
import { calibrateWorld } from './support/calibrated.ts';
import { type HiddenWorld, hiddenWorld, materialsIn, unpaidIn } from './support/hidden-world.ts';
import { keyPair } from './support/key-pair.ts';

/** Makes both clients with a `fetch` that `instead` answers in part. */
function clientsOf(
  world: HiddenWorld,
  instead: (url: URL, init: RequestInit) => Response | undefined,
) {
  const fetch: FetchLike = async (input: Request | string | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    return instead(url, init) ?? (world.mock.fetch(input, init) as Promise<Response>);
  };
  return {
    sender: world.client(world.sender, fetch),
    receiver: world.client(world.receiver, fetch),
  };
}

describe('the report of a run', () => {
  it.each<Tier>([0, 1])(
    'of tier %i has every reading and every statement, with a reason',
    async (tier) => {
      const world = await hiddenWorld({});
      const before = world.mock.requests().length;
      const report = await calibrateWorld(world, { tier, maxWaitMs: 0 });
      expect(report).toMatchObject({
        tier,
        unchanged: true,
        requests: world.mock.requests().length - before,
      });
      expect(report.readings.map(({ reading }) => reading).toSorted()).toEqual(
        READING_NAMES.toSorted(),
      );
      const of = (name: string) => report.readings.find(({ reading }) => reading === name);
      expect(of('collectFalse')).toEqual({
        reading: 'collectFalse',
        verdict: 'not measured',
        why: 'requires tier 2',
      });
      const { eventOnReceive } = READING_ROWS;
      expect(of('eventOnReceive')).toEqual({
        reading: 'eventOnReceive',
        verdict: 'not measured',
        why: eventOnReceive.cannotTell,
      });
      expect(of('redirectToken')).toEqual({
        reading: 'redirectToken',
        verdict: 'as documented',
        value: 'any',
      });
      const why =
        tier === 0 ? 'requires tier 1' : 'it needs a longer wait than maxWaitMs (0) allows';
      expect(of('deadDownloadStatus')).toEqual({
        reading: 'deadDownloadStatus',
        verdict: 'not measured',
        why,
      });
      const name = ({
        section,
        basis,
        ...row
      }: {
        section: string;
        basis: string;
        rule?: string;
        statement?: string;
      }) => `${section} ${row.rule ?? row.statement} ${basis}`;
      expect(report.statements.map(name).toSorted()).toEqual(STATEMENT_ROWS.map(name).toSorted());
      expect(report.statements[0]).toEqual({
        section: '1',
        statement: 'A path that no endpoint has is 404 NOT_FOUND.',
        basis: 'stated',
        verdict: 'as documented',
      });
      expect(
        report.statements.find(({ statement }) => statement.startsWith('An unknown token')),
      ).toMatchObject({ verdict: 'not measured', why: 'requires tier 2' });
      // Those that each response of the run is checked against.
      const observed = report.statements.find(({ statement }) =>
        statement.startsWith('No response has'),
      );
      expect(observed?.verdict).toBe('as documented');
      expect('inventory' in report).toBe(tier > 0);
    },
  );

  it('has its statements in the order of their sections, which are numbers', async () => {
    const { statements } = await calibrateWorld(await hiddenWorld({}), { tier: 0 });
    const sections = statements.map(({ section }) => section.split(/[. ]/).map(Number).slice(0, 2));
    const sorted = sections.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
    expect(sections).toEqual(sorted);
    expect(statements.at(-1)?.section).toBe('9');
  });

  it('has when it began and ended, and is signed', async () => {
    const { privateKey } = keyPair();
    const report = await calibrateWorld(await hiddenWorld({}), {
      tier: 1,
      sign: { keyId: 'ci', privateKey },
    });
    const [from, to] = [report.startedAt, report.finishedAt].map((each) => Date.parse(each));
    expect(report.startedAt).toMatch(/^2026-01-05T12:00:\d\d\.000Z$/);
    // The wait for a dead downloadUrl.
    expect((to ?? 0) - (from ?? 0)).toBe(310_000);
    expect(report.signature?.keyId).toBe('ci');
    expect(report.readings.find(({ reading }) => reading === 'deadDownloadStatus')?.value).toBe(
      403,
    );
  });

  it('waits no longer than maxWaitMs in all', async () => {
    const world = await hiddenWorld({});
    const { webhook } = await materialsIn(world);
    const begin = world.mock.clock.now();
    const report = await calibrateWorld(world, {
      tier: 1,
      maxWaitMs: 300_000,
      materials: { webhook },
    });
    const why = (name: string) => report.readings.find(({ reading }) => reading === name)?.why;
    // Webhooks wait first, and too little is left for the link.
    expect(why('webhookBackoff')).toBeUndefined();
    expect(why('deadDownloadStatus')).toBe('it needs a longer wait than maxWaitMs (300000) allows');
    expect(world.mock.clock.now() - begin).toBeLessThan(300_000);
  });
});

describe('a run that fails', () => {
  it('names what changed, with the report', async () => {
    const world = await hiddenWorld({});
    const cdrId = await unpaidIn(world);
    const onRequest = async ({ number }: { number: number }): Promise<void> => {
      if (number === 60) await world.client(world.sender).cdrs.collect(cdrId);
    };
    const run = calibrateWorld(world, { tier: 1, maxWaitMs: 0, onRequest });
    const error = (await run.catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({
      name: 'CalibrationError',
      reason: 'changed',
      report: { unchanged: false, tier: 1 },
    });
    expect(error.message).toMatch(
      /^something changed during the run \(sender: collected \d+, then \d+\); see the report$/,
    );
  });

  it('has no report if an account cannot be read at the start, and one if it cannot at the end', async () => {
    const gone = new Response(
      '{"ok":false,"error":{"code":"FORBIDDEN","message":"","requestId":"r"}}',
      { status: 403 },
    );
    const first = await hiddenWorld({});
    const atStart = calibrateWorld(first, {
      ...clientsOf(first, ({ pathname }) =>
        pathname === '/v1/domains' ? gone.clone() : undefined,
      ),
      tier: 1,
    });
    const error = await atStart.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ reason: 'refused' });
    expect(error).not.toHaveProperty('report');
    const last = await hiddenWorld({});
    let reads = 0;
    const clients = clientsOf(last, ({ pathname }, { headers }) => {
      const isRead =
        pathname === '/v1/domains' && new Headers(headers).get('x-api-key') === last.sender.apiKey;
      reads += Number(isRead);
      return isRead && reads === 2 ? gone.clone() : undefined;
    });
    const atEnd = (await calibrateWorld(last, { ...clients, tier: 1, maxWaitMs: 0 }).catch(
      (reason: unknown) => reason,
    )) as Error;
    expect(atEnd).toMatchObject({ reason: 'refused', report: { unchanged: false } });
    expect(atEnd.message).toBe(
      'the domains of the sender could not be read at the end of the run, so whether something changed is not known; see the report',
    );
    expect((atEnd as { report?: object }).report).not.toHaveProperty('inventory');
  });

  it.each([
    ['another origin', 'https://other.example', ''],
    ['another path', 'https://api.consent-evidence.example/below', ''],
  ])('sends nothing to two services: %s', async (_, baseUrl) => {
    const world = await hiddenWorld({});
    const sender = world.client(world.sender).withOptions({ baseUrl });
    const before = world.mock.requests().length;
    await expect(calibrateWorld(world, { sender, tier: 0 })).rejects.toMatchObject({
      reason: 'one_organization',
      message: 'sender and receiver use different services; nothing was sent (tier 0)',
    });
    expect(world.mock.requests().length).toBe(before);
  });

  it('lets a bug of a caller through', async () => {
    const bug = new Error('a bug');
    const world = await hiddenWorld({});
    const onRequest = ({ number }: { number: number }): void => {
      if (number > 20) throw bug;
    };
    await expect(calibrateWorld(world, { tier: 0, onRequest })).rejects.toBe(bug);
  });
});

describe('the tokens of a run', () => {
  it.each<[Tier, boolean]>([
    [2, true],
    [3, false],
  ])('at tier %i are of records that are read first: %s', async (tier, isFirst) => {
    const world = await hiddenWorld({});
    const charges = world.mock.charges({ organization: world.sender });
    const cdrId = charges[5]?.cdrId ?? '';
    const { token } = await world.client(world.sender).cdrs.share(cdrId);
    const read: string[] = [];
    const clients = clientsOf(world, ({ pathname }, { method, headers }) => {
      const isOwn = new Headers(headers).get('x-api-key') === world.sender.apiKey;
      const isRead = isOwn && method === 'GET' && /^\/v1\/cdrs\/cdr[^/]+$/.test(pathname);
      if (isRead) read.push(pathname.slice('/v1/cdrs/'.length));
      return undefined;
    });
    await calibrateWorld(world, { ...clients, tier, maxWaitMs: 0, tokens: [{ token, cdrId }] });
    expect(read).toContain(cdrId);
    expect(read[0] === cdrId).toBe(isFirst);
  });
});

describe('the materials of a run', () => {
  it('may be shared and opened, and nothing else may', async () => {
    const world = await hiddenWorld({});
    const { pendingCdrId, invalidCdrId, devModeToken } = await materialsIn(world);
    const sent: string[] = [];
    const { sender, receiver } = clientsOf(world, ({ pathname }, { method }) => {
      sent.push(`${method} ${pathname}`);
      return undefined;
    });
    const materials = { pendingCdrId, invalidCdrId, devModeToken };
    const report = await calibrateWorld(world, {
      sender,
      receiver,
      tier: 3,
      maxWaitMs: 0,
      materials,
    });
    const shared = new Set(
      sent.filter((each) => each.endsWith('/share')).map((each) => each.split('/')[3]),
    );
    expect(shared).toContain(pendingCdrId);
    expect(shared).toContain(invalidCdrId);
    expect(sent).toContain(`GET /v1/shares/${devModeToken}`);
    expect(report.statements.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  });
});

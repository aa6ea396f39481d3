import { describe, expect, it } from 'vitest';
import { MADE_UP } from '../../src/calibrate/ask.ts';
import type { CalibrationRequest } from '../../src/calibrate/asker.ts';
import { PAID_LIST } from '../../src/calibrate/paid-requests.ts';
import { planCalibration } from '../../src/calibrate/plan.ts';
import type { FetchLike } from '../../src/platform.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { calibrateWorld, judge, maxChargesOf, runHidden } from './support/calibrated.ts';
import { hiddenWorld, unpaidIn } from './support/hidden-world.ts';
import { plant } from './support/plant.ts';
import { PAID_CHANGES } from './support/planted-paid.ts';

/** Runs a calibration that may be charged, in a world with an unpaid record. */
async function paidRun(readings: Partial<Readings>, maxCharges: number) {
  const world = await hiddenWorld(readings);
  await unpaidIn(world);
  const [charges, handoffs] = [world.mock.charges().length, world.mock.shareEvents().length];
  const paid: string[] = [];
  const onRequest = ({ mayCharge, method, path, as }: CalibrationRequest): void => {
    if (mayCharge) paid.push(`${as} ${method} ${path}`);
  };
  const report = await calibrateWorld(world, { tier: 4, maxCharges, onRequest });
  return {
    ...{ world, report, paid, ...judge(report, world.readings) },
    charges: world.mock.charges().length - charges,
    handoffs: world.mock.shareEvents().length - handoffs,
  };
}

const verdictOf = (
  { statements }: { statements: readonly { statement: string; verdict: string }[] },
  begin: string,
) => statements.find(({ statement }) => statement.startsWith(begin))?.verdict;

describe('tier 4', () => {
  it.each(['atReceive', 'atShare'] as const)('tells senderJudged: %s', async (senderJudged) => {
    const run = await paidRun({ collectFalse: 'defer', senderJudged }, 4);
    const found = run.report.readings.find(({ reading }) => reading === 'senderJudged');
    expect(found).toMatchObject({ verdict: 'as documented', value: senderJudged });
    expect(run.falseAlarms).toEqual([]);
  });

  it('asks what the plan lists, each once, and is charged for the collect alone', async () => {
    const { report, paid, charges, handoffs } = await paidRun({ collectFalse: 'defer' }, 100);
    expect(paid).toEqual([
      'receiver POST /v1/shares/:token',
      'receiver POST /v1/cdrs/:cdrId/collect',
      'sender POST /v1/cdrs/:cdrId/collect',
      'receiver POST /v1/shares/:token',
    ]);
    expect(paid).toHaveLength(PAID_LIST.length);
    const documented = PAID_LIST.reduce((sum, each) => sum + each.documented, 0);
    expect({ charges, handoffs }).toEqual({ charges: documented, handoffs: 2 });
    expect(report.charges).toEqual({ allowed: 100, atMost: 4, received: 2, collected: 1 });
  });

  it('takes its own changes for none, and fails where anything else changed', async () => {
    const { report, world } = await paidRun({ collectFalse: 'defer' }, 4);
    expect(report.unchanged).toBe(true);
    const { mock, sender, receiver } = world;
    const older = mock.charges({ organization: sender })[5]?.cdrId ?? '';
    const onRequest = async ({ mayCharge }: CalibrationRequest): Promise<void> => {
      if (!mayCharge) return;
      const { token } = await world.client(sender).cdrs.share(older);
      await world.client(receiver).shares.receive(token);
    };
    const again = calibrateWorld(world, { tier: 4, maxCharges: 1, onRequest });
    await expect(again).rejects.toMatchObject({
      reason: 'changed',
      report: { unchanged: false, charges: { allowed: 1, atMost: 1, received: 1 } },
    });
  });

  it.each(PAID_CHANGES)('says that it differs: $what', async (change) => {
    const world = await hiddenWorld({});
    await unpaidIn(world);
    const fetch = plant(world.mock.fetch, change);
    const clients = {
      sender: world.client(world.sender, fetch),
      receiver: world.client(world.receiver, fetch),
    };
    const report = await calibrateWorld(world, { ...clients, tier: 4, maxCharges: 4 });
    expect(judge(report, {}).falseAlarms).not.toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])('world %i: right, and within maxCharges', async (seed) => {
    const { wrong, falseAlarms, charges, handoffs, report } = await runHidden(seed, 'paid');
    const atMost = report.charges?.atMost ?? Number.NaN;
    expect({ wrong, falseAlarms }).toEqual({ wrong: [], falseAlarms: [] });
    expect(charges).toBeLessThanOrEqual(atMost);
    expect(atMost).toBeLessThanOrEqual(maxChargesOf(seed));
    expect(handoffs).toBeLessThanOrEqual(report.charges?.received ?? 0);
  });

  it('with one charge asks the first alone, and says why the rest is not measured', async () => {
    const { report, paid } = await paidRun({ collectFalse: 'defer' }, 1);
    expect(paid).toEqual(['receiver POST /v1/shares/:token']);
    expect(verdictOf(report, 'A received record is readable.')).toBe('as documented');
    const judged = report.readings.find(({ reading }) => reading === 'senderJudged');
    expect(judged).toMatchObject({ verdict: 'not measured' });
    expect(judged?.why).toContain('maxCharges (1) has 0 left');
  });

  it('has no need of materials for what its own handoff tells', async () => {
    const { report } = await paidRun({}, 4);
    for (const begin of [
      'On a repeat the criteria',
      'On a repeat shareEventId',
      'Already received',
    ]) {
      expect([begin, verdictOf(report, begin)]).toEqual([begin, 'as documented']);
    }
    expect(verdictOf(report, 'Expiry is judged before')).toBe('as documented');
  });

  it.each([
    ['tier 4 without maxCharges', { tier: 4 }, /maxCharges/],
    ['maxCharges without tier 4', { tier: 3, maxCharges: 1 }, /maxCharges.*tier 4/],
    ['no charge at all', { tier: 4, maxCharges: 0 }, /maxCharges/],
    ['half a charge', { tier: 4, maxCharges: 1.5 }, /maxCharges/],
    ['charges without a bound', { tier: 4, maxCharges: Infinity }, /maxCharges/],
  ] as const)(
    'refuses %s before anything is sent, in the plan too',
    async (_what, options, message) => {
      const world = await hiddenWorld({});
      const before = world.mock.requests().length;
      await expect(calibrateWorld(world, options)).rejects.toThrow(message);
      expect(() => planCalibration(options)).toThrow(message);
      expect(world.mock.requests().length).toBe(before);
    },
  );

  it('plans what it could cost', () => {
    const { charges, paid, leaves } = planCalibration({ tier: 4, maxCharges: 3 });
    expect({ charges, paid }).toEqual({ charges: 3, paid: PAID_LIST });
    expect(planCalibration({ tier: 4, maxCharges: 50 }).charges).toBe(PAID_LIST.length);
    expect(leaves).toContain('paid for');
    expect(planCalibration({ tier: 3 })).toMatchObject({ charges: 0, paid: [] });
  });
});

const isPaid = (method: unknown, url: string, body: unknown): boolean =>
  method === 'POST' &&
  !url.includes(MADE_UP) &&
  (url.endsWith('/collect') || (url.includes('/shares/') && !String(body).includes('calibrate')));

describe('tier 4 on a service that loses answers', () => {
  it.each([
    ['breaks the connection', () => Promise.reject(new TypeError('the connection broke'))],
    ['answers 429', () => Promise.resolve(new Response(null, { status: 429 }))],
    ['answers 503', () => Promise.resolve(new Response(null, { status: 503 }))],
  ])('and %s: sends nothing twice, and takes what was lost as charged', async (_what, lost) => {
    const world = await hiddenWorld({ collectFalse: 'defer' });
    await unpaidIn(world);
    const sent: string[] = [];
    const fetch: FetchLike = async (url: string, init: RequestInit = {}) => {
      const response = await world.mock.fetch(url, init);
      if (!isPaid(init.method, url, init.body)) return response;
      sent.push(url);
      return lost();
    };
    const [sender, receiver] = [
      world.client(world.sender, fetch),
      world.client(world.receiver, fetch),
    ];
    const report = await calibrateWorld(world, { sender, receiver, tier: 4, maxCharges: 4 });
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(2);
    expect(report.charges).toEqual({ allowed: 4, atMost: 2, received: 1, collected: 1 });
    expect(report.unchanged).toBe(true);
    expect(report.statements.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  });
});

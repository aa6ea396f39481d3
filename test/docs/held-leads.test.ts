import { afterEach, describe, expect, it, vi } from 'vitest';
import { stillClock } from '../intake/support/still-clock.ts';
import { codeBlocks } from './code-blocks.ts';
import { runBlock } from './run-block.ts';
import { intakeOf, lost, PHONE, shop } from './shop.ts';

const HELD = 'docs/guides/held-leads.md';
const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the recipe for held leads', () => {
  /** Takes a lead whose answer is lost. */
  async function takeLost(
    { mock, capture, share }: ReturnType<typeof shop>,
    intake: ReturnType<typeof intakeOf>,
    leadId: string,
    expiresInMs?: number,
  ): Promise<string> {
    mock.addFault(lost);
    const cdrId = capture();
    const { shareUrl } = await share(cdrId, expiresInMs);
    const lead = { source: 'sunroof', leadId, shareUrl, phone: PHONE };
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold' });
    return cdrId;
  }

  it('works off each lead until it is closed, and says who has to act', async () => {
    const world = shop();
    const { mock, buyer, charges, log } = world;
    const { clock, advance, waits } = stillClock(world);
    const intake = intakeOf(world, undefined, clock);
    const { close } = (await runBlock(HELD, 'A worker', { intake, log })) as {
      close: () => Promise<void>;
    };
    /** Lets the worker work off what is due after a time, until it rests again. */
    const pass = async (ms: number): Promise<void> => {
      await vi.waitFor(() => expect(waits.size).toBe(1));
      await advance(ms);
      await vi.waitFor(() => expect(waits.size).toBe(1));
    };
    const listed = async (): Promise<unknown[][]> => {
      const said = vi.fn();
      await runBlock(HELD, 'Who has to act', { intake, log: said });
      return said.mock.calls;
    };
    await takeLost(world, intake, 'L-1');
    await takeLost(world, intake, 'L-2', 60_000);
    await pass(HOUR_MS);
    expect(await intake.get({ source: 'sunroof', leadId: 'L-1' })).toMatchObject({
      decision: 'accept',
    });
    expect(await listed()).toEqual([]);
    vi.stubGlobal('log', log);
    await pass(96 * HOUR_MS);
    await pass(96 * HOUR_MS);
    expect(log.mock.calls).toEqual([['a person must settle', 'sunroof', 'L-2']]);
    await takeLost(world, intake, 'L-3');
    mock.revokeApiKey(mock.clientOptions(buyer).apiKey);
    await pass(HOUR_MS);
    await close();
    expect(waits.size).toBe(0);
    expect(log.mock.calls).toContainEqual(['our configuration', 'account', 'UNAUTHENTICATED']);
    expect(await listed()).toEqual([
      ['person', 'sunroof', 'L-2', 'PAID_UNKNOWN', expect.any(String)],
      ['us', 'sunroof', 'L-3', 'UNAUTHENTICATED', expect.any(String)],
    ]);
    expect(charges()).toBe(3);
  });

  it('closes a lead by hand, once, and not while a worker has it', async () => {
    const world = shop();
    const { client, share, capture } = world;
    const told = vi.fn();
    const intake = intakeOf(world, told);
    await takeLost(world, intake, 'L-7');
    await runBlock(HELD, 'Close a lead by hand', { intake });
    const settled = { decision: 'refuse', settledBy: 'ann', charge: 'possible' };
    expect(told.mock.calls).toMatchObject([[settled, expect.anything()]]);
    const name = { source: 'sunroof', leadId: 'L-7' };
    const again = await intake.settle(name, { decision: 'refuse', reason: 'late', by: 'bob' });
    expect(again).toMatchObject({ ...settled, replayed: true });
    expect(told).toHaveBeenCalledOnce();

    const { shareUrl } = await share(capture());
    let answer: () => void = () => undefined;
    const { receive } = client.shares;
    vi.spyOn(client.shares, 'receive').mockImplementation(((...given: Parameters<typeof receive>) =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }).then(() => receive(...given))) as unknown as typeof receive);
    const taken = intake.take({ leadId: 'L-8', shareUrl, phone: PHONE });
    await vi.waitFor(async () => expect(await intake.get('L-8')).toBeDefined());
    const refusal = { decision: 'refuse', reason: 'too late', by: 'ann' } as const;
    await expect(intake.settle('L-8', refusal)).rejects.toThrow(/free at \d{4}-\d\d/);
    answer();
    expect(await taken).toMatchObject({ decision: 'accept' });
  });

  it('finds the record of a lead that may have been paid for, and accepts it with that alone', async () => {
    const world = shop();
    const { mock, client, capture, share, log } = world;
    const intake = intakeOf(world);
    const other = capture();
    const accepted = await share(other);
    await intake.take({ leadId: 'L-1', shareUrl: accepted.shareUrl, phone: PHONE });
    const paid = await takeLost(world, intake, 'L-2', 60_000);
    await takeLost(world, intake, 'L-3', 60_000);
    for (const _ of [1, 2]) {
      await mock.clock.advance({ days: 4 });
      await intake.resume();
    }
    const heading = 'A lead that may have been paid for';
    await runBlock(HELD, heading, { client, intake, log });
    expect(log.mock.calls).toContainEqual(['probably paid for', 'sunroof', 'L-2', paid]);
    expect(log.mock.calls.flat()).not.toContain(other);
    const settle = (id: string, nth: number, cdrId?: string) => {
      const names = { intake, cdrId, lead: { seller: 'sunroof', id } };
      return runBlock(HELD, heading, names, undefined, nth);
    };
    await expect(settle('L-2', 1, other)).rejects.toThrow('lead L-1 was accepted with this record');
    await expect(settle('L-2', 1, 'cdr_none')).rejects.toThrow('a record of this account');
    await settle('L-2', 1, paid);
    await settle('L-3', 2);
    const [two, three] = await Promise.all(
      ['L-2', 'L-3'].map((leadId) => intake.get({ source: 'sunroof', leadId })),
    );
    expect(two).toMatchObject({ decision: 'accept', cdrId: paid, settledBy: 'ann' });
    expect(three).toMatchObject({ decision: 'refuse', charge: 'possible' });
  });

  it('has a test for each of its blocks', () => {
    expect(codeBlocks(HELD)).toHaveLength(6);
  });
});

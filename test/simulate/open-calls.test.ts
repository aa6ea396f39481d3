import { afterEach, describe, expect, it, vi } from 'vitest';
import { Call } from '../../mock/simulate/call.ts';
import { OpenCalls } from '../../mock/simulate/host.ts';
import { Patience } from '../../mock/simulate/patience.ts';
import { SimulatedProcess } from '../../mock/simulate/process.ts';

afterEach(() => vi.restoreAllMocks());

function openCalls(count: number) {
  const open = new OpenCalls(() => undefined);
  const process = new SimulatedProcess(undefined as never, () => undefined);
  const calls = Array.from({ length: count }, () => new Call(process));
  for (const call of calls) open.add(call);
  return { open, process, calls };
}

describe('the calls that a world watches', () => {
  it('are those that are not over', () => {
    const { open, calls } = openCalls(100);
    expect(open.waiting()).toBe('unknown');
    for (const call of calls.slice(1)) call.isOver = true;
    open.waiting();
    const look = vi.spyOn(Call.prototype, 'waiting', 'get');
    expect(open.waiting()).toBe('unknown');
    expect(look).toHaveBeenCalledOnce();
  });

  it('do not include those of a process that has died', () => {
    const { open, process } = openCalls(3);
    process.die();
    open.waiting();
    const look = vi.spyOn(Call.prototype, 'waiting', 'get');
    expect(open.waiting()).toBe('world');
    expect(look).not.toHaveBeenCalled();
  });

  it('are also those that are over, for as long as a job of theirs runs', () => {
    const { open, calls } = openCalls(1);
    const [call] = calls as [Call];
    call.isOver = true;
    expect(open.waiting()).toBe('world');
    const end = call.beginJob();
    expect(open.waiting()).toBe('job');
    end();
    expect(open.waiting()).toBe('world');
  });

  it('wait for the job of one, whatever the others wait for', () => {
    const { open, calls } = openCalls(3);
    const ends = calls.map((call) => call.beginJob());
    for (const end of ends.slice(1)) end();
    expect(open.waiting()).toBe('job');
    ends[0]?.();
    expect(open.waiting()).toBe('unknown');
  });

  it('are told apart where others of their process wait for the world, as for a lock', () => {
    const { open, calls } = openCalls(2);
    const [holder, waiter] = calls as [Call, Call];
    let release = (_: unknown): void => undefined;
    void holder.hold<unknown>((resolve) => (release = resolve));
    expect([open.waiting(), waiter.waiting]).toEqual(['others', 'others']);
    release('freed');
    expect(waiter.waiting).toBe('unknown');
  });
});

describe('the patience with calls that wait for something unknown', () => {
  it('is a minute for a job of the host, which ends however busy the machine is', () => {
    const patience = new Patience();
    expect(patience.msFor('job')).toBe(60_000);
    patience.wasInVain('unknown');
    expect(patience.msFor('job')).toBe(60_000);
    patience.wasInVain('job');
    expect(patience.msFor('job')).toBe(50);
  });

  it('is long until it was in vain, and shortest where it always is', () => {
    const patience = new Patience();
    const all = (): number[] => [patience.msFor('unknown'), patience.msFor('others')];
    expect(all()).toEqual([1_000, 1_000]);
    patience.wasInVain('others');
    expect(all()).toEqual([1_000, 5]);
    patience.wasInVain('unknown');
    expect(all()).toEqual([50, 5]);
    for (let times = 0; times < 20; times += 1) patience.wasInVain('unknown');
    expect(all()).toEqual([5, 5]);
    patience.wasInVain('world');
    expect(all()).toEqual([5, 5]);
  });
});

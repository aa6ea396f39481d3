import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenCalls } from '../../mock/simulate/host.ts';
import { Call, SimulatedProcess } from '../../mock/simulate/process.ts';

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

  it('are none of a process that has died', () => {
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
    expect(open.waiting()).toBe('unknown');
    end();
    expect(open.waiting()).toBe('world');
  });
});

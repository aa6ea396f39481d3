import { Chance } from './chance.ts';
import { Host, type OpenCalls } from './host.ts';
import type { StartProgram } from './program.ts';
import type { Stage } from './stage.ts';

interface HostsSettings {
  /** The seed of their random numbers. */
  readonly name: string;
  readonly start: StartProgram;
  readonly open: OpenCalls;
  readonly machines: number;
}

/** Makes the machines of a world. */
export function hostsOf(stage: Stage, { name, start, open, machines }: HostsSettings): Host[] {
  const hosts: Host[] = [];
  const isAnyHeld = (): boolean => hosts.some(({ isHeld }) => isHeld);
  for (let index = 0; index < machines; index += 1) {
    const chance = new Chance(`${name} program${index === 0 ? '' : ` ${index}`}`);
    const pace = machines === 1 ? undefined : new Chance(`${name} pace ${index}`);
    hosts.push(new Host(stage, { start, open, chance, machine: { index, pace, isAnyHeld } }));
  }
  return hosts;
}

/** Returns the machine of that number, or the one that has taken over its work. */
export function hostOf(hosts: readonly Host[], machine: number): Host {
  const host = hosts[machine % hosts.length];
  if (host === undefined) throw new Error('a world without a machine');
  return host;
}

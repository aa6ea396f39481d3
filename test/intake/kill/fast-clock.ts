import { type Clock, systemClock } from '../../../src/platform/clock.ts';

/** A time of their own that several processes share. */
export interface FastTime {
  /** The instant in this time when the wall clock was at `wallAt`, both in Unix milliseconds. */
  readonly startsAt: number;
  readonly wallAt: number;
  /** How many times faster than the wall clock it runs. */
  readonly speed: number;
}

/** Makes a clock of this time that is off by `skewMs`. */
export function fastClock({ startsAt, wallAt, speed }: FastTime, skewMs = 0): Clock {
  return {
    now: () => Math.floor(startsAt + skewMs + (systemClock.now() - wallAt) * speed),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}

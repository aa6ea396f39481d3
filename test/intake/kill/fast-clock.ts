import { type Clock, systemClock } from '../../../src/clock.ts';

/** A time of its own that several processes share. */
export interface FastTime {
  /** This time's instant when the wall's was `wallAt`, both in Unix milliseconds. */
  readonly startsAt: number;
  readonly wallAt: number;
  /** How often faster it runs than the wall's. */
  readonly speed: number;
}

/** The clock of such a time, `skewMs` of it wrong. */
export function fastClock({ startsAt, wallAt, speed }: FastTime, skewMs = 0): Clock {
  return {
    now: () => Math.floor(startsAt + skewMs + (systemClock.now() - wallAt) * speed),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}

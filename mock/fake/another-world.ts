import type { Readings } from '../../src/readings/readings.ts';
import type { Seed } from '../seed/seed.ts';
import { createMockService, insideOf, type MockService } from './mock-service.ts';

/** What a world may differ in from the one that it is like. */
export interface WorldChanges {
  readonly seed?: 'demo' | Seed | undefined;
  /** When it begins, in Unix milliseconds. */
  readonly now?: number | undefined;
  /** Whether its clock runs. */
  readonly running?: boolean | undefined;
  readonly idSeed?: string | undefined;
  readonly readings?: Partial<Readings> | undefined;
}

/** A fake, and what takes it back to its beginning. */
export interface AnotherWorld {
  readonly mock: MockService;
  readonly reset: () => void;
}

/** Creates a fake that begins as this one was created, but for the changes. */
export function anotherWorld(mock: MockService, changes: WorldChanges): AnotherWorld {
  const { engine, options } = insideOf(mock);
  const { running = engine.clock.running, idSeed = options.idSeed, seed = options.seed } = changes;
  const now = changes.now ?? options.now ?? (running ? undefined : engine.courier.wallNow());
  const another = createMockService({
    ...options,
    seed,
    idSeed,
    now,
    running: running && now !== undefined,
    readings: { ...options.readings, ...changes.readings },
  });
  return { mock: another, reset: () => another.reset() };
}

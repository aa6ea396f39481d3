import { randomUUID } from 'node:crypto';
import type { Engine } from '../../mock/engine/engine.ts';
import type { AnotherWorld, WorldChanges } from '../../mock/fake/another-world.ts';
import { refuseSameVariable } from '../../mock/fake/environment.ts';
import { createMockService, engineOf, type MockService } from '../../mock/fake/mock-service.ts';
import { seedOf } from '../../mock/seed/apply-seed.ts';
import { isOfReservedNames } from '../../mock/seed/reserved-names.ts';
import type { Seed } from '../../mock/seed/seed.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { READING_VALUES, type ReadingName, type Readings } from '../../src/readings/readings.ts';
import { instantOf } from '../flags/flag-values.ts';
import type { MockFlags } from './mock-flags.ts';
import { withWebhook } from './seed-source.ts';

/** Parses `collectFalse=defer`. Unknown names are refused when the fake is created. */
function parseReadings(pairs: readonly string[] = []): Partial<Readings> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value, ...rest] = pair.split('=');
      if (value === undefined || rest.length > 0) {
        throw invalidInput(
          '--reading',
          `expected name=value, such as collectFalse=defer: "${pair}"`,
        );
      }
      const values: unknown = READING_VALUES[name as ReadingName];
      const isText = Array.isArray(values) && typeof values[0] === 'string';
      return [name, isText || !/^\d+$/.test(value) ? value : Number(value)];
    }),
  );
}

function parseNow(text: string): number {
  const instant = instantOf(text);
  if (instant !== undefined) return instant;
  throw invalidInput('--now', 'expected a time such as 2026-01-05T12:00:00Z, or milliseconds');
}

/** The world of a local service, which can start over. */
export class LocalWorld {
  readonly mock: MockService;
  readonly engine: Engine;
  readonly #flags: MockFlags;
  readonly #readings: Partial<Readings>;
  readonly #idSeed: string;
  /** Where a clock of the world's own starts; `undefined` for real time. */
  readonly #begin: number | undefined;
  #seed: Seed;

  /** @param calibrated readings, which the flag `--reading` overrides. */
  constructor(flags: MockFlags, seed: Seed, calibrated: Partial<Readings> = {}) {
    this.#flags = flags;
    this.#seed = seed;
    this.#readings = { ...calibrated, ...parseReadings(flags.reading) };
    // Chosen once, so that a world that starts over has the same keys. Without the flag, what is
    // captured after that gets ids of its own: the program outside may remember the old ones.
    this.#idSeed = flags.idSeed ?? randomUUID();
    const readings = this.#readings;
    const now = flags.now === undefined ? undefined : parseNow(flags.now);
    const own = flags.freeze ? (now ?? new Date()) : now;
    const clock = own === undefined ? {} : { now: own, running: flags.freeze !== true };
    const { requestsKept } = flags;
    this.mock = createMockService({ readings, idSeed: flags.idSeed, requestsKept, ...clock });
    this.engine = engineOf(this.mock);
    this.#begin = own === undefined ? undefined : this.engine.clock.now();
    this.beginAnew();
  }

  /** Restarts the world with this seed. A seed that cannot be played changes nothing. */
  beginAnew(seed = this.#seed): void {
    const { courier, clock } = this.engine;
    refuseSameVariable(seed.organizations.map(({ organizationId }) => organizationId));
    // Played on a stopped clock, so none of its events is sent from there.
    const played = createMockService({
      now: this.#begin ?? courier.wallNow(),
      readings: this.#readings,
      idSeed: this.#idSeed,
      seed: withWebhook(seed, this.#flags.webhook, this.#idSeed),
    });
    this.mock.restore(played.snapshot());
    this.engine.traffic.worldIsOfExamples(isOfReservedNames(seed));
    this.#seed = seed;
    if (this.#begin === undefined) clock.setTo(courier.wallNow());
  }

  /** Creates a world that begins as this one would now begin, but for the changes. */
  another({ seed, now, running, idSeed, readings }: WorldChanges): AnotherWorld {
    const { reading: _, freeze: __, ...flags } = this.#flags;
    const world = new LocalWorld(
      {
        ...flags,
        ...(now !== undefined && { now: String(now) }),
        ...(!(running ?? this.engine.clock.running) && { freeze: true }),
        ...(idSeed !== undefined && { idSeed }),
      },
      seed === undefined ? this.#seed : seedOf(seed),
      { ...this.#readings, ...readings },
    );
    return { mock: world.mock, reset: () => world.beginAnew() };
  }

  organizationIds(): string[] {
    return this.engine.world.organizations.values().map(({ organizationId }) => organizationId);
  }

  /** Continues from a state file: at real time, or at the state's time if that is later. */
  goOnFrom(state: Parameters<MockService['restore']>[0]): void {
    const { courier, clock } = this.engine;
    this.mock.restore(state);
    // The file may also contain what was captured since, so its data are not treated as examples.
    this.engine.traffic.worldIsOfExamples(false);
    if (this.#begin === undefined) clock.setTo(Math.max(clock.now(), courier.wallNow()));
  }
}

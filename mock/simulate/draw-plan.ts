import type { Chance } from './chance.ts';
import type {
  CallPlan,
  CaptureStep,
  Crash,
  DeliveryTrouble,
  Doors,
  PostStep,
  RequestTrouble,
  SlowStatement,
  Step,
} from './plan.ts';
import type { CompleteTrouble } from './trouble.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When the program's own timer fires, besides in the quiet time at the end. */
const TICKS = [20 * SECOND, 90 * SECOND, 6 * MINUTE, 61 * MINUTE];
/** The requests of a call, and the deliveries of an event, that can go wrong: the first three. */
const STRUCK = [0, 1, 2];
const CRASH_AT_MAX = 9;
const OUTAGES = [5 * MINUTE, 50 * MINUTE, 240 * MINUTE] as const;
const FORGERIES = ['unsigned', 'stale', 'otherSecret', 'changedByte', 'replay'] as const;

/** The seeds of a call's pauses. */
const PACES = 1_000_000;

/** By what a world is drawn. */
export interface DrawSettings {
  readonly trouble: CompleteTrouble;
  readonly machines: number;
}

/** Draws what happens in one world. */
class Draw {
  readonly #chance: Chance;
  readonly #trouble: CompleteTrouble;
  readonly #machines: number;
  readonly #requestTroubles: readonly (readonly [RequestTrouble, number])[];

  constructor(chance: Chance, { trouble, machines }: DrawSettings) {
    this.#chance = chance;
    this.#trouble = trouble;
    this.#machines = machines;
    this.#requestTroubles = [
      ['lostAnswer', trouble.lostAnswers],
      ['lostRequest', trouble.lostRequests],
      ['errorBefore', trouble.serverErrors / 2],
      ['errorAfter', trouble.serverErrors / 2],
      ['rateLimit', trouble.rateLimits],
      ['slow', trouble.slowAnswers],
    ];
  }

  /** Draws nothing where there is one machine. */
  #machine(): number {
    return this.#machines === 1 ? 0 : this.#chance.below(this.#machines);
  }

  /** Draws one of the kinds, each with its own probability, or none. */
  #oneOf<Kind>(kinds: readonly (readonly [Kind, number])[]): Kind | null {
    let first: Kind | null = null;
    // Each draws, so that the draws that follow are the same whatever strikes.
    for (const [kind, probability] of kinds) {
      if (this.#chance.happens(probability)) first ??= kind;
    }
    return first;
  }

  #crash(probability: number): Crash | null {
    const chance = this.#chance;
    if (!chance.happens(probability)) return null;
    const at = 1 + chance.below(CRASH_AT_MAX);
    const downMs = chance.pick([SECOND, 20 * SECOND, 5 * MINUTE]);
    return { at, downMs, next: this.#crash(probability / 2) };
  }

  call(): CallPlan {
    const { crashes, slowDatabase } = this.#trouble;
    const requests = STRUCK.map(() => this.#oneOf(this.#requestTroubles));
    return {
      crash: this.#crash(crashes),
      requests,
      ...(this.#machines > 1 && { pace: 1 + this.#chance.below(PACES) }),
      ...(this.#chance.happens(slowDatabase) && { slow: this.#slowStatement() }),
    };
  }

  #slowStatement(): SlowStatement {
    const chance = this.#chance;
    const ms = chance.pick([3 * SECOND, 40 * SECOND]);
    return { at: 1 + chance.below(4), isBefore: chance.happens(0.5), ms };
  }

  #outage(): Step[] {
    if (!this.#chance.happens(this.#trouble.outages)) return [];
    const at = this.#chance.below(180) * SECOND;
    return [{ do: 'outage', at, lastsMs: this.#chance.pick(OUTAGES) }];
  }

  #delivery(): DeliveryTrouble | null {
    const { lostDeliveries, lostAcknowledgements, lateDeliveries, repeatedDeliveries } =
      this.#trouble;
    return this.#oneOf<DeliveryTrouble>([
      ['lost', lostDeliveries],
      ['lostAnswer', lostAcknowledgements],
      ['late', lateDeliveries],
      ['twice', repeatedDeliveries],
    ]);
  }

  #linkLife(): number | null {
    if (!this.#chance.happens(this.#trouble.expiringLinks)) return null;
    return this.#chance.pick([90 * SECOND, 10 * MINUTE, 120 * MINUTE]);
  }

  #capture(record: number, own: boolean): CaptureStep {
    const [chance, trouble] = [this.#chance, this.#trouble];
    const links = [this.#linkLife()];
    if (chance.happens(trouble.secondLinks)) links.push(this.#linkLife());
    return {
      do: 'capture',
      at: chance.below(120) * SECOND,
      record,
      own,
      unchecked: chance.happens(trouble.uncheckedBoxes),
      devMode: chance.happens(trouble.devModeRecords),
      renderMs: chance.happens(trouble.pendingRecords)
        ? chance.pick([3 * SECOND, 40 * SECOND, 15 * MINUTE])
        : 0,
      links: own ? [] : links,
      deliveries: own ? STRUCK.map(() => this.#delivery()) : [],
      handling: own ? STRUCK.map(() => this.call()) : [],
      machines: own ? STRUCK.map(() => this.#machine()) : [],
    };
  }

  #invalidation({ record, at }: CaptureStep): Step[] {
    if (!this.#chance.happens(this.#trouble.invalidRecords)) return [];
    const after = this.#chance.pick([30 * SECOND, 5 * MINUTE, 60 * MINUTE]);
    return [{ do: 'invalidate', at: at + after, record }];
  }

  /** Draws the leads that one record is sold as. */
  #sales({ record, at, links }: CaptureStep, nextLead: () => number): PostStep[] {
    const [chance, trouble] = [this.#chance, this.#trouble];
    const sell = (link: number, from: number): PostStep => ({
      do: 'post',
      at: from + chance.pick([SECOND, 10 * SECOND, MINUTE]),
      lead: nextLead(),
      record,
      link,
      stranger: chance.happens(trouble.strangers),
      machine: this.#machine(),
      call: this.call(),
    });
    const sales = [sell(0, at)];
    if (chance.happens(trouble.recycledLinks)) {
      sales.push(sell(0, at + chance.pick([0, 5 * MINUTE])));
    }
    if (links.length > 1) sales.push(sell(1, at + chance.pick([0, 5 * MINUTE])));
    return sales.flatMap((sale) => {
      if (!chance.happens(trouble.repeatedPosts)) return [sale];
      const after = chance.pick([0, SECOND, 30 * SECOND, 10 * MINUTE]);
      const machine = this.#machine();
      return [sale, { ...sale, at: sale.at + after, machine, call: this.call() }];
    });
  }

  #forgeries({ record, at }: CaptureStep): Step[] {
    if (!this.#chance.happens(this.#trouble.forgedDeliveries)) return [];
    const after = this.#chance.pick([30 * SECOND, 10 * MINUTE, 70 * MINUTE]);
    return [{ do: 'forge', at: at + after, record, kind: this.#chance.pick(FORGERIES) }];
  }

  #elsewhere({ record, at }: CaptureStep): Step[] {
    if (!this.#chance.happens(this.#trouble.receivedElsewhere)) return [];
    return [{ do: 'elsewhere', at: at + this.#chance.below(90) * SECOND, record, link: 0 }];
  }

  steps(doors: Doors): Step[] {
    const steps: Step[] = [];
    let leads = 0;
    const bought = doors.take ? 1 + this.#chance.below(2) : 0;
    const own = doors.webhook ? 1 + this.#chance.below(2) : 0;
    for (let record = 1; record <= bought + own; record += 1) {
      const capture = this.#capture(record, record > bought);
      steps.push(capture, ...this.#invalidation(capture));
      if (capture.own) steps.push(...this.#forgeries(capture));
      if (capture.own) continue;
      steps.push(...this.#sales(capture, () => (leads += 1)), ...this.#elsewhere(capture));
    }
    if (doors.tick) {
      for (const at of TICKS) {
        for (let machine = 0; machine < this.#machines; machine += 1) {
          steps.push({ do: 'tick', at, machine, call: this.call() });
        }
      }
    }
    steps.push(...this.#outage());
    return steps.sort((a, b) => a.at - b.at);
  }
}

/** Draws what happens in one world to a program with these doors. */
export function drawSteps(chance: Chance, settings: DrawSettings, doors: Doors): Step[] {
  return new Draw(chance, settings).steps(doors);
}

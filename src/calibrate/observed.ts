import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import { differs, type Finding, told } from './finding.ts';
import { notMeasured } from './not-measured.ts';

/** One request and what came back. */
export interface Exchange {
  readonly ask: Ask;
  readonly answer: Answer;
}

/** A statement that every response of a run is checked against. */
export interface ObservedRule {
  /** The text of the statement, which identifies it. */
  readonly rule: string;
  /** `undefined`: the response shows nothing. `true`: it fits. A string: how its form differs. */
  readonly see: (exchange: Exchange) => true | string | undefined;
}

/** Collects what all responses of a run show about the statements that each is checked against. */
export class Observed {
  readonly #rules: readonly ObservedRule[];
  readonly #fits = new Set<string>();
  readonly #saw = new Map<string, string>();

  constructor(rules: readonly ObservedRule[]) {
    this.#rules = rules;
  }

  see(exchange: Exchange): void {
    for (const { rule, see } of this.#rules) {
      const found = see(exchange);
      if (found === true) this.#fits.add(rule);
      else if (found !== undefined && !this.#saw.has(rule)) this.#saw.set(rule, found);
    }
  }

  /** @throws NotMeasured if no response showed anything. */
  finding(rule: string): Finding {
    const saw = this.#saw.get(rule);
    if (saw !== undefined) return differs(saw);
    return this.#fits.has(rule) ? told(undefined) : notMeasured('no response in this run shows it');
  }
}

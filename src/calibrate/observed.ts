import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import { differs, type Finding, told } from './finding.ts';
import { notMeasured } from './not-measured.ts';

/** One request and what came back. */
export interface Exchange {
  readonly ask: Ask;
  readonly answer: Answer;
}

/** A statement that every answer of a run is held to. */
export interface ObservedRule {
  /** Its words, which name it. */
  readonly rule: string;
  /** `undefined`: the answer says nothing of it. `true`: it fits. A text: what came, its form alone. */
  readonly see: (exchange: Exchange) => true | string | undefined;
}

/** What all answers of a run say about the statements that each of them is held to. */
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

  /** @throws NotMeasured where no answer said anything. */
  finding(rule: string): Finding {
    const saw = this.#saw.get(rule);
    if (saw !== undefined) return differs(saw);
    return this.#fits.has(rule) ? told(undefined) : notMeasured('no response in this run shows it');
  }
}

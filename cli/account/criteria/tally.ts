import {
  type AcceptanceCriteria,
  type AcceptanceFailure,
  type AcceptanceVerdict,
  explainFailures,
} from '../../../src/index.ts';
import type { Unreadable } from './judge-records.ts';

/** The maximum number of records listed per rule, and of unreadable lines. */
const NAMED_MAX = 5;
const UNREADABLE_NAMED_MAX = 20;
/** More than the 40 text rules and the handful of others that criteria can have. */
const RULES_MAX = 200;

/** The number of records that one rule refuses. */
export interface RuleCount {
  readonly ruleId: string;
  readonly code: string;
  readonly words: string;
  count: number;
  /** The first few refused records. */
  readonly records: string[];
}

type Outcome = AcceptanceVerdict['outcome'];

/** Counts verdicts in memory that does not grow with the number of records. */
export class Tally {
  readonly outcomes: Record<Outcome, number> = { accepted: 0, rejected: 0, undecidable: 0 };
  readonly unreadable: Unreadable[] = [];
  unreadableCount = 0;
  readonly #criteria: AcceptanceCriteria;
  readonly #rules = new Map<string, RuleCount>();
  readonly #undecidable = new Map<string, { ruleId: string; why: string; count: number }>();

  constructor(criteria: AcceptanceCriteria) {
    this.#criteria = criteria;
  }

  get judged(): number {
    const { accepted, rejected, undecidable } = this.outcomes;
    return accepted + rejected + undecidable;
  }

  /** The rules that refuse records, the most frequent first. */
  get refusedBy(): RuleCount[] {
    return [...this.#rules.values()].sort((a, b) => b.count - a.count);
  }

  get undecidable(): { ruleId: string; why: string; count: number }[] {
    return [...this.#undecidable.values()];
  }

  add(name: string, { outcome, failures, undecidable }: AcceptanceVerdict): void {
    this.outcomes[outcome] += 1;
    for (const failure of failures) this.#addFailure(name, failure);
    for (const { ruleId, why } of undecidable) {
      const known = this.#undecidable.get(ruleId);
      if (known !== undefined) known.count += 1;
      else this.#undecidable.set(ruleId, { ruleId, why, count: 1 });
    }
  }

  addUnreadable(each: Unreadable): void {
    this.unreadableCount += 1;
    if (this.unreadable.length < UNREADABLE_NAMED_MAX) this.unreadable.push(each);
  }

  #addFailure(name: string, failure: AcceptanceFailure): void {
    const { ruleId, code } = failure;
    const key = JSON.stringify([ruleId, code]);
    let rule = this.#rules.get(key);
    if (rule === undefined) {
      if (this.#rules.size >= RULES_MAX) return;
      const [explained] = explainFailures([failure], this.#criteria);
      rule = { ruleId, code, words: explained?.words ?? '', count: 0, records: [] };
      this.#rules.set(key, rule);
    }
    rule.count += 1;
    if (rule.records.length < NAMED_MAX) rule.records.push(name);
  }
}

import type { Measure } from './measure.ts';
import type { Row } from './row.ts';

/** How a run of the benchmarks is made. */
export interface Plan {
  /** Only to see that everything works: a moment each, our own subjects alone, nothing judged. */
  readonly smoke: boolean;
  /** The names of the peers that are installed. */
  readonly peers: ReadonlySet<string>;
  /** Tells what could not be measured, and why. */
  readonly skipped: (what: string, why: string) => void;
}

/** A suite: one row of the project's table of limits. */
export interface Suite {
  readonly title: string;
  /** What is measured, under which conditions. */
  readonly about: string;
  /** What its subject processes load by name. */
  readonly measures?: Readonly<Record<string, Measure>>;
  readonly run: (plan: Plan) => Promise<Row[]>;
}

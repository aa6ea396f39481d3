import type { Measure } from './measure.ts';
import type { Row } from './row.ts';

/** The settings of a benchmark run. */
export interface Plan {
  /** Only checks that everything works: short rounds, only our own subjects, nothing judged. */
  readonly smoke: boolean;
  /** How many rows a large table has. */
  readonly rows: number;
  /** The names of the peers that are installed. */
  readonly peers: ReadonlySet<string>;
  /** Reports what could not be measured, and why. */
  readonly skipped: (what: string, why: string) => void;
}

/** A suite, which is one row of the project's table of limits. */
export interface Suite {
  readonly title: string;
  /** What is measured, and under which conditions. */
  readonly about: string;
  /** What its subject processes load by name. */
  readonly measures?: Readonly<Record<string, Measure>>;
  readonly run: (plan: Plan) => Promise<Row[]>;
}

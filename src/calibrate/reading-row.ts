import type { ReadingName, Readings } from '../readings/readings.ts';
import type { Finding } from './finding.ts';
import type { Run } from './run.ts';
import type { Tier } from './tier.ts';

/** How one reading of the service is told from outside. */
export interface MeasuredReading<Name extends ReadingName> {
  /** From which tier on. */
  readonly tier: Tier;
  /** What is asked. */
  readonly asks: string;
  /** How each answer is read. */
  readonly reads: string;
  /** What must be there for it. */
  readonly needs: string;
  /** What leaves it not measured, and why. */
  readonly cannotTell: string;
  /** So many requests at most. */
  readonly requests: number;
  measure(run: Run): Promise<Finding<Readings[Name]>>;
}

/** A reading that no one can tell from outside with what a run has. */
export interface UntoldReading {
  readonly tier: null;
  /** Why. */
  readonly cannotTell: string;
}

/** One row of the table of readings. */
export type ReadingRow<Name extends ReadingName> = MeasuredReading<Name> | UntoldReading;

/** Rows of some readings. */
export type ReadingRows<Name extends ReadingName> = { readonly [N in Name]: ReadingRow<N> };

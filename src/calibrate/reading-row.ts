import type { ReadingName, Readings } from '../readings/readings.ts';
import type { Finding } from './finding.ts';
import type { Run } from './run.ts';
import type { Tier } from './tier.ts';

/** How one reading of the service is measured from outside. */
export interface MeasuredReading<Name extends ReadingName> {
  /** The lowest tier that measures it. */
  readonly tier: Tier;
  /** What is sent. */
  readonly asks: string;
  /** How each response is interpreted. */
  readonly reads: string;
  /** What the measurement needs. */
  readonly needs: string;
  /** When it cannot be measured, and why. */
  readonly cannotTell: string;
  /** The most requests that are sent. */
  readonly requests: number;
  measure(run: Run): Promise<Finding<Readings[Name]>>;
}

/** A reading that a run cannot measure from outside. */
export interface UntoldReading {
  readonly tier: null;
  /** Why it cannot be measured. */
  readonly cannotTell: string;
}

/** One row of the table of readings. */
export type ReadingRow<Name extends ReadingName> = MeasuredReading<Name> | UntoldReading;

/** Rows of some readings. */
export type ReadingRows<Name extends ReadingName> = { readonly [N in Name]: ReadingRow<N> };

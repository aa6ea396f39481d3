import type { ReadingName, Readings } from '../../../../src/readings/readings.ts';
import type { Open } from '../each-door.ts';

/** Proves one value of a reading in a world that is opened with it. */
export interface Proof {
  /** The title of the test; begins with the section of the spec. */
  readonly title: string;
  prove(open: Open): Promise<void>;
}

/** The proof of each value of a reading; for a numeric reading, of any values. */
export type Proofs<Name extends ReadingName> = {
  readonly [N in Name]: number extends Readings[N]
    ? Readonly<Record<string, Proof>>
    : Readonly<Record<Readings[N], Proof>>;
};

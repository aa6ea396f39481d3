import type { ReadingName, Readings } from '../../../../src/readings/readings.ts';
import type { Open } from '../each-door.ts';

/** Shows one value of a reading at work in a world that is opened with it. */
export interface Proof {
  /** Begins with the section of the spec. */
  readonly title: string;
  prove(open: Open): Promise<void>;
}

/** For each value of a reading its proof; for a numeric one under any names. */
export type Proofs<Name extends ReadingName> = {
  readonly [N in Name]: number extends Readings[N]
    ? Readonly<Record<string, Proof>>
    : Readonly<Record<Readings[N], Proof>>;
};

/** Does the given number of operations; returns a promise if they are asynchronous. */
export type Run = (operations: number) => unknown;

/** One of the things that are compared. */
export interface Subject {
  /** The package that must be installed for it; none for plain platform code and our own. */
  readonly peer?: string;
  /** @param server the address of the suite's server, if it has one. */
  readonly prepare: (server: string) => Promise<Run> | Run;
}

/** One task done in several ways. Each way runs in its own process, in turns with the others. */
export interface Measure {
  readonly title: string;
  /** The subject that counts as 1. */
  readonly base: string;
  /** `time`: a ratio of times, lower is better; `speed`: of operations per second, higher is better. */
  readonly ratio: 'time' | 'speed';
  /** The number of operations in a round. */
  readonly operations: number;
  readonly rounds: number;
  /** The ratio that each of our subjects must reach. */
  readonly limits: Readonly<Record<string, number>>;
  readonly subjects: Readonly<Record<string, Subject>>;
}

/** The cost of one round of one subject. */
export interface Round {
  readonly wallMs: number;
  /** CPU time of the whole process, including garbage collection and the compiler. */
  readonly cpuMs: number;
  /** The peak memory of the process so far. */
  readonly peakKb: number;
}

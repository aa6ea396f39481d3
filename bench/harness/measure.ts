/** Does so many operations, and gives a promise where that takes time. */
export type Run = (operations: number) => unknown;

/** One of the things that are measured beside each other. */
export interface Subject {
  /** The package that must be installed for it; none for bare platform code and our own. */
  readonly peer?: string;
  /** @param server the address of the suite's server, where it has one. */
  readonly prepare: (server: string) => Promise<Run> | Run;
}

/** One thing done in several ways. Each way runs in a process of its own, in turns with the others. */
export interface Measure {
  readonly title: string;
  /** The subject that counts as 1. */
  readonly base: string;
  /** `time`: the ratio is of times, lower is better; `speed`: of operations a second, higher is better. */
  readonly ratio: 'time' | 'speed';
  /** How many operations one round has. */
  readonly operations: number;
  readonly rounds: number;
  /** What our subjects have to reach, as a ratio. */
  readonly limits: Readonly<Record<string, number>>;
  readonly subjects: Readonly<Record<string, Subject>>;
}

/** What one round of one subject took. */
export interface Round {
  readonly wallMs: number;
  /** Of the whole process: its garbage collection and its compiler included. */
  readonly cpuMs: number;
  /** The most memory that the process has had so far. */
  readonly peakKb: number;
}

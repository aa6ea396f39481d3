import type * as pgBoss from '../../examples/queues/pg-boss.ts';
import type { Env, Hooks } from '../../examples/queues/settings.ts';

/** A job that waits for its time, or for a worker. */
export interface WaitingJob {
  readonly cdrId: string;
  readonly attempt: number;
  readonly dueInMs: number;
}

/** A job that no worker takes any more. */
export interface GivenUpJob {
  readonly cdrId: string;
  readonly keptDays: number;
}

type Running = Awaited<ReturnType<typeof pgBoss.run>>;

/** One of the examples, with access to its queue from outside. */
export interface Recipe {
  readonly name: string;
  run(env: Env, hooks: Hooks): Promise<Running>;
  waiting(): Promise<WaitingJob[]>;
  /** Makes waiting jobs due now. */
  hurry(): Promise<void>;
  /**
   * Leaves the one job that is due as the queue finds it after `times` of its workers have died,
   * each long enough ago. Not for graphile-worker, which looks for such jobs only at random times.
   */
  workersDie?(times: number): Promise<void>;
  /** The jobs that were given up. */
  givenUp?(): Promise<GivenUpJob[]>;
  /** No second one can run in a process: its library's state, or its address, is the process's own. */
  readonly isOneInAProcess?: boolean;
  /** Puts them back on the queue, as the guide does. */
  putBack?(): Promise<unknown>;
  end(): Promise<void>;
}

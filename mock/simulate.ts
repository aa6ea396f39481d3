/**
 * Simulation testing: runs your program through thousands of simulated worlds with crashes, lost
 * responses, retries and expired links, and checks that no money and no leads are lost.
 *
 * @module
 */
export type { GivenAnswer } from './simulate/books.ts';
export type { DoneEffect, Invariant, PostedLead, SimulationFacts } from './simulate/facts.ts';
export type {} from './simulate/matcher-types.ts';
export type { SimulateOptions } from './simulate/options.ts';
export {
  type PGliteLike,
  type PGlitePoolOptions,
  pglitePool,
  type SimulatedPostgresClient,
  type SimulatedPostgresPool,
  type SqlRows,
  type SqlValue,
} from './simulate/pglite-pool.ts';
export type {
  CdrReference,
  CdrReferences,
  SimulatedClientOptions,
  SimulatedDecision,
  SimulatedLead,
  SimulatedProgram,
  SimulatedStorage,
  StartContext,
  StartProgram,
} from './simulate/program.ts';
export type { BrokenInvariant, SimulationReport, Tried } from './simulate/report.ts';
export { simulate } from './simulate/simulate.ts';
export { assertHolds, type MatcherResult, type ToHoldOptions, toHold } from './simulate/to-hold.ts';
export { type CompleteTrouble, TROUBLE, type Trouble } from './simulate/trouble.ts';

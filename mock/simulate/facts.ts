import type { MockService } from '../fake/mock-service.ts';
import type { GivenAnswer } from './books.ts';
import type { SimulatedLead, SimulatedStorage } from './program.ts';

/** A lead that was posted, with what the world knows about it. */
export interface PostedLead extends SimulatedLead {
  /** The record behind its link. */
  readonly cdrId: string;
  /** Whether its phone number differs from the one in that record's form. */
  readonly stranger: boolean;
}

/** A call of `effect`. */
export interface DoneEffect {
  /** The record that it was for. */
  readonly cdrId: string;
  /** When, in Unix milliseconds of the world's clock. */
  readonly at: number;
}

/** The state at the end of a world, for invariants to check. */
export interface SimulationFacts {
  /** The fake service, with `charges()`, `webhookDeliveries()`, `requests()` and so on. */
  readonly mock: MockService;
  /** The `organizationId` of the organization that the program works for. */
  readonly buyer: string;
  /** The last decision on each lead, in the order in which the leads were first posted. */
  readonly decisions: readonly GivenAnswer[];
  /** Every decision on every lead, oldest first. */
  readonly answers: readonly GivenAnswer[];
  /** The leads, in the order in which they were first posted. */
  readonly leads: readonly PostedLead[];
  /** The `cdrId`s that the program's `orphans` listed. Empty if it has none. */
  readonly orphans: readonly string[];
  /** The calls of `effect`, oldest first. */
  readonly effects: readonly DoneEffect[];
  /** What the program put into its `storage`. */
  readonly storage: Pick<SimulatedStorage, 'get' | 'entries'>;
}

/**
 * Checks the end of a world. Throws an `AssertionError` if the invariant does not hold.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 *
 * const nothingHeld: Invariant = ({ decisions }) => {
 *   assert.ok(decisions.every(({ decision }) => decision !== 'hold'));
 * };
 * ```
 */
export type Invariant = (facts: SimulationFacts) => void;

import type { MockService } from '../fake/mock-service.ts';
import type { GivenAnswer } from './books.ts';
import type { SimulatedLead, SimulatedStorage } from './program.ts';

/** A lead that was posted in a world, with what the world knows of it. */
export interface PostedLead extends SimulatedLead {
  /** The record behind its link. */
  readonly cdrId: string;
  /** Whether its phone is not the one on that record's form. */
  readonly stranger: boolean;
}

/** One piece of the program's own work. */
export interface DoneEffect {
  /** The record that it was for. */
  readonly cdrId: string;
  /** Unix milliseconds of the world's clock. */
  readonly at: number;
}

/** What stands at the end of a world: what an invariant judges. */
export interface SimulationFacts {
  /** The service: `charges()`, `webhookDeliveries()`, `requests()`, and whatever else it can tell. */
  readonly mock: MockService;
  /** The organization that the program works for. */
  readonly buyer: string;
  /** The last word on each lead, in the order in which the leads were posted. */
  readonly decisions: readonly GivenAnswer[];
  /** Every answer that was given for a lead, the earliest first. */
  readonly answers: readonly GivenAnswer[];
  /** The leads, in the order in which they were posted first. */
  readonly leads: readonly PostedLead[];
  /** What the program's `orphans` gave; empty where it has none. */
  readonly orphans: readonly string[];
  /** Each call of `effect`, the earliest first. */
  readonly effects: readonly DoneEffect[];
  /** What the program made durable. */
  readonly storage: Pick<SimulatedStorage, 'get' | 'entries'>;
}

/** Judges the end of a world: it throws an assertion's error where something is broken. */
export type Invariant = (facts: SimulationFacts) => void;

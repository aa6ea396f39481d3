import type { Readings } from '../../src/readings/readings.ts';

/** What the network or the service does to one request. */
export type RequestTrouble =
  | 'lostRequest'
  | 'lostAnswer'
  | 'errorBefore'
  | 'errorAfter'
  | 'rateLimit'
  | 'slow';

/** What the network does to one delivery. */
export type DeliveryTrouble = 'lost' | 'lostAnswer' | 'late' | 'twice';

/**
 * The process dies at the `at`-th await from the start of the call, even if the call is over by
 * then, and is down for `downMs`.
 */
export interface Crash {
  readonly at: number;
  readonly downMs: number;
  /** Another crash, during the restart or soon after. */
  readonly next: Crash | null;
}

/** One statement of a call that its database is slow with. */
export interface SlowStatement {
  /** Counted from the start of the call, from 1. */
  readonly at: number;
  /** Whether it waits before it is executed; otherwise its answer does. */
  readonly isBefore: boolean;
  readonly ms: number;
}

/** What goes wrong in one call of the program. */
export interface CallPlan {
  readonly crash: Crash | null;
  /** The trouble of its first requests, in order; `null`: none. */
  readonly requests: readonly (RequestTrouble | null)[];
  /**
   * The seed of the short pauses before what it awaits goes on, where there are several machines; 0:
   * no pauses. Absent: that of its process.
   */
  readonly pace?: number;
  /** Absent: its database is not slow. */
  readonly slow?: SlowStatement;
}

/** A call in which nothing goes wrong. */
export const CALM: CallPlan = { crash: null, requests: [] };

/** A person submits a form. Instants (`at`) are milliseconds from the world's start. */
export interface CaptureStep {
  readonly do: 'capture';
  readonly at: number;
  /** Identifies the record, and the person. */
  readonly record: number;
  /** On the program's own page, so that its webhook gets the event; otherwise on the producer's. */
  readonly own: boolean;
  readonly unchecked: boolean;
  readonly devMode: boolean;
  /** 0: at once. */
  readonly renderMs: number;
  /** The lifetime of each share link in milliseconds; `null`: 30 days. */
  readonly links: readonly (number | null)[];
  readonly deliveries: readonly (DeliveryTrouble | null)[];
  /** What goes wrong while the program handles each of the deliveries. */
  readonly handling: readonly CallPlan[];
  /** Which machine each of the deliveries reaches. */
  readonly machines: readonly number[];
}

/** A lead is posted to the buyer. */
export interface PostStep {
  readonly do: 'post';
  readonly at: number;
  readonly lead: number;
  readonly record: number;
  readonly link: number;
  /** Its phone is not the one on the form. */
  readonly stranger: boolean;
  readonly machine: number;
  readonly call: CallPlan;
}

export interface TickStep {
  readonly do: 'tick';
  readonly at: number;
  readonly machine: number;
  readonly call: CallPlan;
}

export interface InvalidateStep {
  readonly do: 'invalidate';
  readonly at: number;
  readonly record: number;
}

/** Someone else in the buyer's organization receives a link. */
export interface ElsewhereStep {
  readonly do: 'elsewhere';
  readonly at: number;
  readonly record: number;
  readonly link: number;
}

/** How a delivery is forged. All but a `replay` name a record that does not exist. */
export type Forgery = 'unsigned' | 'stale' | 'otherSecret' | 'changedByte' | 'replay';

/** Someone who is not the service sends a delivery to the program's webhook. */
export interface ForgeStep {
  readonly do: 'forge';
  readonly at: number;
  /** The record whose delivery is copied. */
  readonly record: number;
  readonly kind: Forgery;
}

/** The service cannot be reached for a while. */
export interface OutageStep {
  readonly do: 'outage';
  readonly at: number;
  readonly lastsMs: number;
}

export type Step =
  | CaptureStep
  | PostStep
  | TickStep
  | InvalidateStep
  | ElsewhereStep
  | ForgeStep
  | OutageStep;

/** Everything that happens to a world from outside, in order. */
export interface Plan {
  /** How the service reads what its documentation leaves open. */
  readonly readings: Partial<Readings>;
  /** How many run the program. */
  readonly machines: number;
  readonly steps: readonly Step[];
}

/** The entry points that a program has. */
export interface Doors {
  readonly take: boolean;
  readonly webhook: boolean;
  readonly tick: boolean;
}

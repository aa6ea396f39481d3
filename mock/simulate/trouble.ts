import { type Kind, kindOf } from '../../src/options/kinds.ts';
import { optionsOf } from '../../src/options/option-table.ts';

/**
 * How often things go wrong: probabilities from 0 to 1. Default: the values of {@link TROUBLE}.
 *
 * @example
 * ```ts
 * const calm: Trouble = { crashes: 0, lostAnswers: 0 };
 * ```
 */
export interface Trouble {
  /** The program crashes at an `await` of a call. */
  crashes?: number | undefined;
  /** A request is lost before it reaches the service. */
  lostRequests?: number | undefined;
  /** The response is lost after the service processed the request. */
  lostAnswers?: number | undefined;
  /** A request gets a 5xx, before or after it was processed. */
  serverErrors?: number | undefined;
  /** A request gets 429 with `Retry-After` and is not processed. */
  rateLimits?: number | undefined;
  /** A response takes 35 seconds, longer than a client's default timeout. */
  slowAnswers?: number | undefined;
  /** The service cannot be reached for 5 minutes to 4 hours. */
  outages?: number | undefined;
  /** A call of a store that `durable` made takes 3 to 40 seconds, before or after it is executed. */
  slowDatabase?: number | undefined;
  /** A link that was already sold is sold again with another lead. */
  recycledLinks?: number | undefined;
  /** A record is sold a second time with another link. */
  secondLinks?: number | undefined;
  /** A lead has a phone number that is not in the record's form. */
  strangers?: number | undefined;
  /** A link expires after 90 seconds to 2 hours instead of 30 days. */
  expiringLinks?: number | undefined;
  /** A record takes 3 seconds to 15 minutes to render. */
  pendingRecords?: number | undefined;
  /** A record is flagged invalid after 30 seconds to an hour. */
  invalidRecords?: number | undefined;
  /** A record is a Dev Mode capture. */
  devModeRecords?: number | undefined;
  /** The consent checkbox of the page is unchecked. */
  uncheckedBoxes?: number | undefined;
  /** Someone else in the buyer's organization receives the link, for example in the dashboard. */
  receivedElsewhere?: number | undefined;
  /** A lead is posted twice, possibly at the same time. */
  repeatedPosts?: number | undefined;
  /** A webhook delivery never arrives. */
  lostDeliveries?: number | undefined;
  /** The response to a delivery is lost, so the service sends the event again. */
  lostAcknowledgements?: number | undefined;
  /** A delivery arrives after its attempt timed out, possibly after later ones. */
  lateDeliveries?: number | undefined;
  /** A delivery arrives twice. */
  repeatedDeliveries?: number | undefined;
  /** Someone who is not the service sends a delivery: unsigned, altered, or an old one again. */
  forgedDeliveries?: number | undefined;
}

/** {@link Trouble} with all members present. */
export type CompleteTrouble = { readonly [Name in keyof Trouble]-?: number };

/**
 * The defaults of {@link Trouble}, as bad as a very bad day.
 *
 * @example
 * ```ts
 * const worse: Trouble = { crashes: 2 * TROUBLE.crashes };
 * ```
 */
export const TROUBLE: CompleteTrouble = {
  crashes: 0.12,
  lostRequests: 0.05,
  lostAnswers: 0.1,
  serverErrors: 0.06,
  rateLimits: 0.05,
  slowAnswers: 0.05,
  outages: 0.05,
  slowDatabase: 0.03,
  recycledLinks: 0.15,
  secondLinks: 0.15,
  strangers: 0.1,
  expiringLinks: 0.12,
  pendingRecords: 0.15,
  invalidRecords: 0.05,
  devModeRecords: 0.05,
  uncheckedBoxes: 0.1,
  receivedElsewhere: 0.05,
  repeatedPosts: 0.15,
  lostDeliveries: 0.1,
  lostAcknowledgements: 0.1,
  lateDeliveries: 0.1,
  repeatedDeliveries: 0.1,
  forgedDeliveries: 0.1,
};

const probability = (): Kind =>
  kindOf('a probability from 0 to 1', (value) => {
    return typeof value === 'number' && value >= 0 && value <= 1;
  });

/** Probabilities by name, as an option with options. */
export const troubleKind = (): Kind =>
  optionsOf<Trouble>(
    Object.fromEntries(Object.keys(TROUBLE).map((name) => [name, probability()])) as Record<
      keyof Trouble,
      Kind
    >,
  );

/** Fills in the default probabilities. */
export function completeTrouble(trouble: Trouble = {}): CompleteTrouble {
  const given = Object.entries(trouble).filter(([, value]) => value !== undefined);
  return { ...TROUBLE, ...Object.fromEntries(given) };
}

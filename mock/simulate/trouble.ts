import type { Issue } from '../../src/contract/issue.ts';
import { withNearest } from '../../src/contract/with-nearest.ts';

/**
 * How much goes wrong in the worlds: each member is a probability from 0 to 1. What is left out has
 * its default, which {@link TROUBLE} holds.
 *
 * @example
 * ```ts
 * const calm: Trouble = { crashes: 0, lostAnswers: 0 };
 * ```
 */
export interface Trouble {
  /** That the process dies at one of the awaits of a call. */
  crashes?: number | undefined;
  /** That a request is lost before the service has it. */
  lostRequests?: number | undefined;
  /** That the service has done what a request asked, and its answer is lost. */
  lostAnswers?: number | undefined;
  /** That a request is answered with a 5xx, before or after it was done. */
  serverErrors?: number | undefined;
  /** That a request is answered with 429 and a `Retry-After`, with nothing done. */
  rateLimits?: number | undefined;
  /** That an answer takes 35 seconds, longer than clients wait. */
  slowAnswers?: number | undefined;
  /** That a link which was sold already is sold again, under another lead. */
  recycledLinks?: number | undefined;
  /** That a record is sold a second time through a link of its own. */
  secondLinks?: number | undefined;
  /** That a lead comes with a phone number that is not on the record's form. */
  strangers?: number | undefined;
  /** That a link lives for minutes, not for 30 days. */
  expiringLinks?: number | undefined;
  /** That a record takes from seconds to minutes to be rendered. */
  pendingRecords?: number | undefined;
  /** That a record is flagged invalid after a while. */
  invalidRecords?: number | undefined;
  /** That a record is a Dev Mode capture. */
  devModeRecords?: number | undefined;
  /** That the person left the consent box of the page unchecked. */
  uncheckedBoxes?: number | undefined;
  /** That someone else in the buyer's own organization receives the link, in the dashboard say. */
  receivedElsewhere?: number | undefined;
  /** That a lead is posted twice, perhaps at the same time. */
  repeatedPosts?: number | undefined;
  /** That a webhook delivery never arrives. */
  lostDeliveries?: number | undefined;
  /** That the answer to a delivery is lost, so that the service sends the event again. */
  lostAcknowledgements?: number | undefined;
  /** That a delivery arrives after the service has given that attempt up: behind later ones. */
  lateDeliveries?: number | undefined;
  /** That the network delivers one delivery twice. */
  repeatedDeliveries?: number | undefined;
}

/** Every trouble with its probability. */
export type CompleteTrouble = { readonly [Name in keyof Trouble]-?: number };

/**
 * The defaults of {@link Trouble}: as much as a very bad day has.
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
};

const NAMES = Object.keys(TROUBLE);

/** What is wrong with the probabilities that were handed in. */
export function troubleIssues(trouble: unknown): Issue[] {
  if (trouble === undefined) return [];
  if (typeof trouble !== 'object' || trouble === null) {
    return [{ path: 'trouble', message: 'expected probabilities by name' }];
  }
  return Object.entries(trouble).flatMap(([name, value]: [string, unknown]) => {
    const path = `trouble.${name}`;
    if (!NAMES.includes(name)) {
      return [{ path, message: withNearest('no such trouble', name, NAMES) }];
    }
    const fits = value === undefined || (typeof value === 'number' && value >= 0 && value <= 1);
    return fits ? [] : [{ path, message: 'expected a probability from 0 to 1' }];
  });
}

/** The probabilities with nothing left out. */
export function completeTrouble(trouble: Trouble = {}): CompleteTrouble {
  const given = Object.entries(trouble).filter(([, value]) => value !== undefined);
  return { ...TROUBLE, ...Object.fromEntries(given) };
}

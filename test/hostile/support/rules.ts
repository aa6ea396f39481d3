import type { Outcome } from '../../../src/errors/consent-evidence-error.ts';

/**
 * Whether a repeated call acts twice: a `read` never acts, `idempotent` acts once, `once` acts each
 * time.
 */
export type Repeatability = 'read' | 'idempotent' | 'once';

/** What a client sees of one request, whatever the cause. */
export type Sight =
  /** The connection fails, and nothing proves that the request did not arrive. */
  | 'no answer'
  /** The attempt's own timeout. */
  | 'timeout'
  /** 429, in the envelope or not. */
  | 'busy'
  /** Any 5xx, in the envelope or not. */
  | 'broken'
  /** `ok: false` below 500. */
  | 'refusal'
  /** A whole answer that is not the service's. */
  | 'foreign'
  /** `ok: true`, without what the call needs. */
  | 'unusable'
  /** An evidence image that is not as long as the record says. */
  | 'wrong image'
  /** An answer that can be used. */
  | 'answer';

/** How the client must treat it. */
export interface Rule {
  readonly error: 'transport' | 'reply' | 'timeout' | 'image' | undefined;
  readonly repeated: Readonly<Record<Repeatability, boolean>>;
  readonly outcome: Readonly<Record<Repeatability, Outcome>>;
  /** The request may have taken effect, so a later success of the call reports that. */
  readonly doubtful: boolean;
}

const always = { read: true, idempotent: true, once: true };
const never = { read: false, idempotent: false, once: false };
const unlessItActsAnew = { read: true, idempotent: true, once: false };

const all = (outcome: Outcome) => ({ read: outcome, idempotent: outcome, once: outcome });
/** An answered read has done nothing. For anything else, that is unknown. */
const unknownButReads = { read: 'refused', idempotent: 'unknown', once: 'unknown' } as const;

/** The documented retry rule and outcomes, one entry for each sight. */
export const RULES: Readonly<Record<Sight, Rule>> = {
  'no answer': {
    error: 'transport',
    repeated: unlessItActsAnew,
    outcome: all('unknown'),
    doubtful: true,
  },
  timeout: {
    error: 'timeout',
    repeated: unlessItActsAnew,
    outcome: all('unknown'),
    doubtful: true,
  },
  busy: { error: 'reply', repeated: always, outcome: all('refused'), doubtful: false },
  broken: { error: 'reply', repeated: unlessItActsAnew, outcome: unknownButReads, doubtful: true },
  refusal: { error: 'reply', repeated: never, outcome: all('refused'), doubtful: false },
  foreign: { error: 'reply', repeated: never, outcome: unknownButReads, doubtful: true },
  unusable: { error: 'reply', repeated: never, outcome: all('done'), doubtful: false },
  'wrong image': { error: 'image', repeated: never, outcome: all('done'), doubtful: false },
  answer: { error: undefined, repeated: never, outcome: all('done'), doubtful: false },
};

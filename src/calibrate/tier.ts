/** How far a calibration goes. Each tier includes the lower ones. */
export type Tier = 0 | 1 | 2 | 3;

/** What a tier asks, and what it promises. */
export interface TierPromise {
  /** What it sends. */
  readonly asks: string;
  /** What it can never do. */
  readonly promise: string;
}

/**
 * Each tier in words: what it asks, and what it can never do.
 *
 * @example
 * ```ts
 * console.log(TIERS[2].promise);
 * ```
 */
export const TIERS: Readonly<Record<Tier, TierPromise>> = {
  0: {
    asks: 'Requests without a key, for identifiers that do not exist: unknown paths, wrong methods, malformed keys, and the redirect of a made-up share token, which is not followed.',
    promise: 'No API key is sent, so nothing can be read, written or charged.',
  },
  1: {
    asks: 'Reads: domains, lists, single records, and one image of a record that was paid for.',
    promise: 'Only GET requests. Nothing is written and nothing is charged.',
  },
  2: {
    asks: 'Receives that must be refused, with tokens that you passed in and with made-up ones.',
    promise:
      'Each receive with a real token requires a phrase of 32 random letters, which no page contains. The service refuses it before it writes or charges anything (spec §4.6 rule 5). If one succeeds nevertheless, the run ends at once, and because the sender has paid for the record, it charges no one (spec §4.6 rule 9).',
  },
  3: {
    asks: 'Shares of records that the sender captured and paid for, and refused receives with these tokens.',
    promise:
      'Each token expires within 60 seconds. Only tokens of records that the sender captured and paid for are received.',
  },
};

/** All tiers in order. */
export const TIER_NUMBERS = [0, 1, 2, 3] as const satisfies readonly Tier[];

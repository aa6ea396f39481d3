/** How far a calibration goes; each tier has all below it. */
export type Tier = 0 | 1 | 2 | 3 | 4;

/** What a tier asks, and what it promises. */
export interface TierPromise {
  /** What it asks the service. */
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
    asks: 'Requests without a key, about identifiers that do not exist: unknown paths, wrong methods, malformed keys, the redirect of a made-up share token, which is not followed.',
    promise: 'No API key is sent, so that nothing can be read, written or charged.',
  },
  1: {
    asks: 'Reads: domains, lists, single records, and one image of a record that was paid for.',
    promise: 'GET alone. Nothing is written and nothing is charged.',
  },
  2: {
    asks: 'Receives that must be refused: of tokens that were handed in, and of made-up ones.',
    promise:
      'Each receive of a real token has criteria with a phrase of 32 random letters, which no page holds: the service refuses it before it writes or charges anything (spec §4.6 rule 5).',
  },
  3: {
    asks: 'Shares of records that the sender captured and paid for, and refused receives of these tokens.',
    promise:
      'Each token lives 60 seconds at most. As the sender has paid for the record, even a receive that was let through by mistake would charge no one (spec §4.6 rule 9).',
  },
  4: {
    asks: 'What could be charged, and only with `maxCharges`: one receive that lands, one collect of a record that the sender has not paid for, and what depends on them.',
    promise:
      'No more requests that could be charged are sent than `maxCharges`. Each counts as one, whatever the service does, and is sent once. What was received and collected stays.',
  },
};

/** The tiers in their order. */
export const TIER_NUMBERS = [0, 1, 2, 3, 4] as const satisfies readonly Tier[];

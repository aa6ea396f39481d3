/** Where a story is played: one seller with a record, and one buyer. */
export interface World {
  readonly baseUrl: string;
  readonly seller: string;
  readonly buyer: string;
  /** The token of a record that is not rendered yet. */
  readonly pendingToken: string;
}

/** What a generated client learned, in the order of the story. */
export interface Outcome {
  readonly domains: readonly string[];
  readonly cdrIds: readonly string[];
  readonly expiresAt: number;
  readonly refusedFor: readonly string[];
  readonly misspelt: string;
  readonly pending: string;
  readonly received: string;
  readonly mechanism: string | undefined;
  readonly downloadUrl: string | undefined;
  readonly alreadyCollected: boolean;
}

/** What the buyer requires: first of another lead, then of any. */
export const WRONG_LEAD = { schemaVersion: 1, leadMatch: { phone: '(212) 555-0199' } } as const;
export const ANY_LEAD = { schemaVersion: 1, disclosure: { requirePresent: true } } as const;

/** The criteria of someone who mistyped `record`, which no type allows. */
export const MISSPELT = { schemaVersion: 1, recrod: { maxAgeSeconds: 60 } } as const;

/** Ends the story where the service answered with another status than the story needs. */
export function unexpected(answer: unknown): never {
  throw new Error(`unexpected: ${JSON.stringify(answer)}`);
}

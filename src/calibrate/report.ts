import type { Inventory } from './account.ts';
import type { Tier } from './tier.ts';

/** What was found about one reading or statement. */
export type Verdict = 'as documented' | 'differs' | 'not measured';

/** What a run found about one reading. */
export interface ReadingResult {
  /** The reading's name. */
  readonly reading: string;
  /** `differs`: what came fits none of its values. */
  readonly verdict: Verdict;
  /** With `as documented`: the value by which the service reads it. */
  readonly value?: string | number;
  /** With `differs`: what came, its form alone. */
  readonly saw?: string;
  /** With `not measured`. */
  readonly why?: string;
}

/** What a run found about one statement. */
export interface StatementResult {
  /** The section of the specification. */
  readonly section: string;
  /** The statement, as `docs/conformance.md` has it. */
  readonly statement: string;
  /** `chosen`: the specification leaves it open, and the fake had to do something. */
  readonly basis: 'stated' | 'chosen';
  /** What was found. */
  readonly verdict: Verdict;
  /** With `differs`: what came, its form alone. */
  readonly saw?: string;
  /** With `not measured`. */
  readonly why?: string;
}

/** What an organization held before and after a run. */
export interface InventoryResult {
  /** Before anything but reads was asked. Without what tier 4 received and collected later. */
  readonly before: Inventory;
  /** At the end; what came in meanwhile is not counted. */
  readonly after: Inventory;
  /** All records were counted; `false`: the newest `maxRecords`. */
  readonly complete: boolean;
}

/** What tier 4 asked for. */
export interface ChargesResult {
  /** `maxCharges`. */
  readonly allowed: number;
  /** How many requests were sent that could be charged. The API does not show which of them were. */
  readonly atMost: number;
  /** How many records the receiver received, or may have. */
  readonly received: number;
  /** How many records the sender collected, or may have. */
  readonly collected: number;
}

/** By whom a report was signed; see `verifyReport`. */
export interface ReportSignature {
  /** Of the signature. */
  readonly algorithm: 'Ed25519';
  /** The caller's name for the key. */
  readonly keyId: string;
  /** Over the report without its signature, in base64. */
  readonly value: string;
}

/**
 * What a calibration found, as plain JSON. No value of any record, no token, no key and no identifier
 * is in it.
 */
export interface CalibrationReport {
  /** Always `consent-evidence/calibration`. */
  readonly format: 'consent-evidence/calibration';
  /** Of this form of report. */
  readonly formatVersion: 1;
  /** Who asked. */
  readonly package: { readonly name: 'consent-evidence'; readonly version: string };
  /** What the service was compared with. */
  readonly specification: {
    /** The version in every path of the API. */
    readonly apiVersion: 'v1';
    /** The version of acceptance criteria. */
    readonly acceptanceSchemaVersion: 1;
  };
  /** Where the service is: its origin, such as `https://api.example.com`. */
  readonly service: string;
  /** How far the run went. */
  readonly tier: Tier;
  /** ISO 8601, by the clock of who asked. */
  readonly startedAt: string;
  /** ISO 8601, by the clock of who asked. */
  readonly finishedAt: string;
  /** How many requests were sent. */
  readonly requests: number;
  /**
   * Nothing that either organization holds was changed: the counts before and after are the same. What
   * tier 4 received and collected itself is in neither.
   */
  readonly unchanged: boolean;
  /** What tier 4 asked for that could be charged; absent below it. */
  readonly charges?: ChargesResult;
  /** What each organization held; absent at tier 0, which has no key. */
  readonly inventory?: { readonly sender: InventoryResult; readonly receiver: InventoryResult };
  /** Every reading of the fake. */
  readonly readings: readonly ReadingResult[];
  /** Every statement that this version checks. */
  readonly statements: readonly StatementResult[];
  /** Where it was signed. */
  readonly signature?: ReportSignature;
}

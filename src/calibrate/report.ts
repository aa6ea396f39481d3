import type { Inventory } from './account.ts';
import type { Tier } from './tier.ts';

/** What was found about one reading or statement. */
export type Verdict = 'as documented' | 'differs' | 'not measured';

/** What a run found about one reading. */
export interface ReadingResult {
  /** The reading's name. */
  reading: string;
  /** `differs`: what came fits none of its values. */
  verdict: Verdict;
  /** With `as documented`: the value by which the service reads it. */
  value?: string | number;
  /** With `differs`: what came, its form alone. */
  saw?: string;
  /** With `not measured`. */
  why?: string;
}

/** What a run found about one statement. */
export interface StatementResult {
  /** The section of the specification. */
  section: string;
  /** The statement, as `docs/conformance.md` has it. */
  statement: string;
  /** `chosen`: the specification leaves it open, and the fake had to do something. */
  basis: 'stated' | 'chosen';
  /** What was found. */
  verdict: Verdict;
  /** With `differs`: what came, its form alone. */
  saw?: string;
  /** With `not measured`. */
  why?: string;
}

/** What an organization held before and after a run. */
export interface InventoryResult {
  /** Before anything but reads was asked. Without what tier 4 received and collected later. */
  before: Inventory;
  /** At the end; what came in meanwhile is not counted. */
  after: Inventory;
  /** All records were counted; `false`: the newest `maxRecords`. */
  complete: boolean;
}

/** What tier 4 asked for. */
export interface ChargesResult {
  /** `maxCharges`. */
  allowed: number;
  /** How many requests were sent that could be charged. The API does not show which of them were. */
  atMost: number;
  /** How many records the receiver received, or may have. */
  received: number;
  /** How many records the sender collected, or may have. */
  collected: number;
}

/** By whom a report was signed; see `verifyReport`. */
export interface ReportSignature {
  /** Of the signature. */
  algorithm: 'Ed25519';
  /** The caller's name for the key. */
  keyId: string;
  /** Over the report without its signature, in base64. */
  value: string;
}

/**
 * What a calibration found, as plain JSON. No value of any record, no token, no key and no identifier
 * is in it.
 */
export interface CalibrationReport {
  /** Always `consent-evidence/calibration`. */
  format: 'consent-evidence/calibration';
  /** Of this form of report. */
  formatVersion: 1;
  /** Who asked. */
  package: {
    /** Always this package. */
    name: 'consent-evidence';
    /** Its version, such as `1.2.0`. */
    version: string;
  };
  /** What the service was compared with. */
  specification: {
    /** The version in every path of the API. */
    apiVersion: 'v1';
    /** The version of acceptance criteria. */
    acceptanceSchemaVersion: 1;
  };
  /** Where the service is: its origin, such as `https://api.example.com`. */
  service: string;
  /** How far the run went. */
  tier: Tier;
  /** ISO 8601, by the clock of who asked. */
  startedAt: string;
  /** ISO 8601, by the clock of who asked. */
  finishedAt: string;
  /** How many requests were sent. */
  requests: number;
  /**
   * Nothing that either organization holds was changed: the counts before and after are the same. What
   * tier 4 received and collected itself is in neither.
   */
  unchanged: boolean;
  /** What tier 4 asked for that could be charged; absent below it. */
  charges?: ChargesResult;
  /** What each organization held; absent at tier 0, which has no key. */
  inventory?: {
    /** Who shares. */
    sender: InventoryResult;
    /** Who receives. */
    receiver: InventoryResult;
  };
  /** Every reading of the fake. */
  readings: ReadingResult[];
  /** Every statement that this version checks. */
  statements: StatementResult[];
  /** Where it was signed. */
  signature?: ReportSignature;
}

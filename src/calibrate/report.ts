import type { Inventory } from './account.ts';
import type { Tier } from './tier.ts';

/** What was found about one reading or statement. */
export type Verdict = 'as documented' | 'differs' | 'not measured';

/** What a run found about one reading. */
export interface ReadingResult {
  /** The reading's name. */
  reading: string;
  /** `differs`: the response fits none of its values. */
  verdict: Verdict;
  /** The value that the service follows; with `as documented`. */
  value?: string | number;
  /** The form of the response; with `differs`. */
  saw?: string;
  /** The reason; with `not measured`. */
  why?: string;
}

/** What a run found about one statement. */
export interface StatementResult {
  /** The section of the specification. */
  section: string;
  /** The statement, as in `docs/conformance.md`. */
  statement: string;
  /** `chosen`: the specification leaves it open, and the fake chose a behavior. */
  basis: 'stated' | 'chosen';
  /** What was found. */
  verdict: Verdict;
  /** The form of the response; with `differs`. */
  saw?: string;
  /** The reason; with `not measured`. */
  why?: string;
}

/** What an organization held before and after a run. */
export interface InventoryResult {
  /** Before the run wrote anything. */
  before: Inventory;
  /** At the end. Records that arrived during the run are not counted. */
  after: Inventory;
  /** Whether all records were counted; `false`: the walk ended early, such as at `maxRecords`. */
  complete: boolean;
}

/** The signature of a report; see `verifyReport`. */
export interface ReportSignature {
  /** The signature algorithm. */
  algorithm: 'Ed25519';
  /** The caller's name for the key. */
  keyId: string;
  /** The signature of the report without this member, in base64. */
  value: string;
}

/**
 * What a calibration found, as plain JSON. It contains no value of any record, no token, no key and no
 * identifier.
 */
export interface CalibrationReport {
  /** Always `consent-evidence/calibration`. */
  format: 'consent-evidence/calibration';
  /** The version of the report format. */
  formatVersion: 1;
  /** The package that made the report. */
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
  /** The origin of the service, such as `https://api.example.com`. */
  service: string;
  /** How far the run went. */
  tier: Tier;
  /** ISO 8601, by the caller's clock. */
  startedAt: string;
  /** ISO 8601, by the caller's clock. */
  finishedAt: string;
  /** How many requests were sent. */
  requests: number;
  /**
   * Whether the counts of both organizations are the same before and after. False if an account could
   * not be read at the end.
   */
  unchanged: boolean;
  /** What each organization held; absent at tier 0, or if an account could not be read at the end. */
  inventory?: {
    /** The organization that shares. */
    sender: InventoryResult;
    /** The organization that receives. */
    receiver: InventoryResult;
  };
  /** Every reading of the fake. */
  readings: ReadingResult[];
  /** Every statement that this version checks. */
  statements: StatementResult[];
  /** Only if the run was called with `sign`. */
  signature?: ReportSignature;
}

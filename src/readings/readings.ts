import type { AcceptanceReadings } from '../acceptance/readings.ts';
import { KEY_REVOCATION_LAG_MAX_MS } from '../contract/limits.ts';

/**
 * The points that the service's documentation leaves open, each a switch of the fake. The first
 * value of each type is the default; see {@link READING_VALUES}. Where possible, client code that
 * works with the default works with the other values too.
 */
export interface Readings extends AcceptanceReadings {
  /** Receive with `collect: false`: `400 COLLECT_REQUIRED`, or received uncharged (spec §4.6). */
  collectFalse: 'refuse' | 'defer';
  /** Whether `shareUrl` is an absolute URL or a path (spec §2.5). */
  shareUrl: 'absolute' | 'path';
  /** `short`: a page may be short or empty although more follow (spec §4.2 rule 4). */
  pageFill: 'full' | 'short';
  /** The order of a filtered list (spec §4.2 rule 3). */
  metadataOrder: 'createdAt' | 'shuffled';
  /** Repeated receive of a record that became invalid: success or 410 (spec §4.6 rule 2). */
  alreadyReceivedInvalid: 'success' | 'invalid';
  /** Share of a record that is not rendered yet: `404`, or allowed (spec §4.5). */
  sharePending: 'notFound' | 'allowed';
  /** List of a domain on which the caller holds nothing: empty or `404` (spec §4.2). */
  domainNotHeld: 'empty' | 'notFound';
  /** Who passes on free access: any sender with access, or only one that paid (spec §3, §4.6). */
  senderPass: 'access' | 'paid';
  /** Expired Dev Mode token: `409 CDR_DEV_MODE` or `410 GONE` (spec §4.6). */
  devModeExpired: 'devMode' | 'gone';
  /** Collect of a Dev Mode record without billing: which check is first (spec §4.4). */
  collectOrder: 'devModeFirst' | 'billingFirst';
  /** An empty `metadataKey`: ignored, or `400` (spec §4.2). */
  emptyMetadataKey: 'absent' | 'invalid';
  /** The status of an expired `downloadUrl` (spec §2.3). */
  deadDownloadStatus: 403 | 410;
  /** Time between delivery attempts: 30, 60, 120, 240 s, or 30 to 600 s (spec §6.3). */
  webhookBackoff: 'double' | 'spread';
  /** The id in the header: the same as in the body, or different per attempt (spec §6.2). */
  webhookHeaderId: 'same' | 'perAttempt';
  /** Whether `cdr.completed` is sent for a Dev Mode capture (spec §6). */
  devModeEvent: 'sent' | 'none';
  /** How long a revoked key or access still works, 0 to 300,000 ms (spec §5.5). Default: 0. */
  revocationDelayMs: number;
  /** Whether each delivery attempt has a new body or the first one's (spec §6). */
  webhookBody: 'rebuilt' | 'frozen';
  /** When the flags that decide an automatic collect are read (spec §1, §3). */
  autoCollectFlags: 'atCompletion' | 'atUpload';
  /** When the sender's access is checked for a free receive (spec §4.6 rule 9). */
  senderJudged: 'atReceive' | 'atShare';
  /** Repeated collect without billing: `403`, or success (spec §3, §4.4). */
  collectRepeated: 'billingFirst' | 'success';
  /** `COLLECT_REQUIRED`: before any check of the token, or after the early return (spec §4.6). */
  collectFalseOrder: 'first' | 'afterEarlyReturn';
  /** Missing billing: before 409 `CONFLICT`, 410, 202 and 422, or after (spec §4.6). */
  receiveBillingOrder: 'beforeRecord' | 'afterRecord';
  /** An empty `metadataValue` with a key: `400`, or matches empty values (spec §4.2). */
  emptyMetadataValue: 'invalid' | 'empty';
  /** Whether an event is still sent after its record became invalid (spec §6, §7). */
  eventAfterInvalid: 'none' | 'sent';
  /** `CONFLICT` on share: before the record's other checks, after them, or never (spec §7). */
  shareConflict: 'first' | 'last' | 'none';
  /** The order of records with the same `createdAt` (spec §4.2). */
  listTies: 'cdrId' | 'shuffled';
  /** Whether a receive sends `cdr.completed` to the receiver (spec §6.3). */
  eventOnReceive: 'none' | 'sent';
  /** Repeated receive once billing is gone: success, or `403` (spec §4.6 rule 2, §7). */
  repeatedReceiveBilling: 'success' | 'billingFirst';
  /** Repeated receive of a record whose identifier is on two: success or `409` (spec §4.6, §7). */
  repeatedReceiveConflict: 'success' | 'conflict';
  /** Malformed criteria on a repeated receive: `400`, or not looked at (spec §4.6 rule 2). */
  repeatedReceiveCriteria: 'invalid' | 'ignored';
  /** Whether the redirect checks the token: `302` for any, or `404` and `410` (spec §4.7, §7). */
  redirectToken: 'any' | 'checked';
  /** A path with malformed percent-encoding: `404`, or `400` (spec §7). */
  malformedPath: 'notFound' | 'invalid';
  /** A share body that is not as documented (spec §4.5). */
  shareBody: 'object' | 'lenient' | 'strict';
  /** An empty `pageToken`: ignored, or `400` (spec §4.2). */
  emptyPageToken: 'absent' | 'invalid';
  /** A `pageToken` of a record of the domain that the caller does not hold (spec §4.2). */
  pageTokenNotHeld: 'invalid' | 'allowed';
  /** Which of two equal query parameters counts (spec §4.2). */
  repeatedParameter: 'first' | 'last';
  /** Whether a `metadataKey` is found in another letter case (spec §4.2). */
  metadataKeyCase: 'exact' | 'folded';
  /** The longest indexed metadata key, 1 to 10,000 characters (spec §4.2). Default: 100. */
  metadataMaxKeyLength: number;
  /** The longest indexed metadata value, 1 to 100,000 characters (spec §4.2). Default: 1,000. */
  metadataMaxValueLength: number;
}

/**
 * The values of each reading, the default first. For a number: its default and range.
 *
 * @example
 * ```ts
 * for (const shareUrl of READING_VALUES.shareUrl) createMockService({ readings: { shareUrl } });
 * ```
 */
export const READING_VALUES = {
  collectFalse: ['refuse', 'defer'],
  shareUrl: ['absolute', 'path'],
  pageFill: ['full', 'short'],
  metadataOrder: ['createdAt', 'shuffled'],
  unicodeForm: ['NFC', 'NFKC'],
  finalSigma: ['contextual', 'plain'],
  missingMechanism: ['booleans', 'unavailable'],
  detailsUnavailable: ['perRule', 'once'],
  alreadyReceivedInvalid: ['success', 'invalid'],
  sharePending: ['notFound', 'allowed'],
  domainNotHeld: ['empty', 'notFound'],
  senderPass: ['access', 'paid'],
  devModeExpired: ['devMode', 'gone'],
  collectOrder: ['devModeFirst', 'billingFirst'],
  phoneGrammar: ['strict', 'lenient', 'digits'],
  emptyMetadataKey: ['absent', 'invalid'],
  deadDownloadStatus: [403, 410],
  webhookBackoff: ['double', 'spread'],
  webhookHeaderId: ['same', 'perAttempt'],
  devModeEvent: ['sent', 'none'],
  webhookBody: ['rebuilt', 'frozen'],
  autoCollectFlags: ['atCompletion', 'atUpload'],
  senderJudged: ['atReceive', 'atShare'],
  collectRepeated: ['billingFirst', 'success'],
  collectFalseOrder: ['first', 'afterEarlyReturn'],
  receiveBillingOrder: ['beforeRecord', 'afterRecord'],
  emptyMetadataValue: ['invalid', 'empty'],
  eventAfterInvalid: ['none', 'sent'],
  shareConflict: ['first', 'last', 'none'],
  listTies: ['cdrId', 'shuffled'],
  eventOnReceive: ['none', 'sent'],
  repeatedReceiveBilling: ['success', 'billingFirst'],
  repeatedReceiveConflict: ['success', 'conflict'],
  repeatedReceiveCriteria: ['invalid', 'ignored'],
  redirectToken: ['any', 'checked'],
  malformedPath: ['notFound', 'invalid'],
  shareBody: ['object', 'lenient', 'strict'],
  emptyPageToken: ['absent', 'invalid'],
  pageTokenNotHeld: ['invalid', 'allowed'],
  repeatedParameter: ['first', 'last'],
  metadataKeyCase: ['exact', 'folded'],
  revocationDelayMs: { default: 0, min: 0, max: KEY_REVOCATION_LAG_MAX_MS },
  metadataMaxKeyLength: { default: 100, min: 1, max: 10_000 },
  metadataMaxValueLength: { default: 1000, min: 1, max: 100_000 },
} as const satisfies {
  [Name in keyof Readings]: number extends Readings[Name]
    ? { default: number; min: number; max: number }
    : readonly Readings[Name][];
};

/** The name of a reading. */
export type ReadingName = keyof Readings;

/** The readings, in the order of `READING_VALUES`. */
export const READING_NAMES = Object.keys(READING_VALUES) as ReadingName[];

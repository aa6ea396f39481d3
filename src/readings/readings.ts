import type { AcceptanceReadings } from '../acceptance/readings.ts';
import { KEY_REVOCATION_LAG_MAX_MS } from '../contract/limits.ts';

/**
 * The points that the service's documentation leaves open and on which a charge, an access, a
 * status, an order or what a receiver is sent depends. Each is a switch; the first value named is
 * the default, under which client code that works is right under the others too, wherever there is
 * such a value. What stays fixed is listed in docs/decisions/0003.
 */
export interface Readings extends AcceptanceReadings {
  /** `refuse`: `collect: false` is `400 COLLECT_REQUIRED`; `defer`: lands uncharged (spec §4.6). */
  collectFalse: 'refuse' | 'defer';
  /** The form of `shareUrl` (spec §2.5). */
  shareUrl: 'absolute' | 'path';
  /** `short`: pages hold fewer records than asked for, even none, and continue (spec §4.2 rule 4). */
  pageFill: 'full' | 'short';
  /** The order of a filtered list (spec §4.2 rule 3). */
  metadataOrder: 'createdAt' | 'shuffled';
  /** What a repeated receive of a record that turned invalid answers (spec §4.6 rule 2). */
  alreadyReceivedInvalid: 'success' | 'invalid';
  /** Whether a record that is not rendered yet can be shared (spec §4.5). */
  sharePending: 'notFound' | 'allowed';
  /** What listing a domain on which the caller holds nothing answers (spec §4.2). */
  domainNotHeld: 'empty' | 'notFound';
  /** `access`: a sender who may download passes it on; `paid`: only one who paid (spec §3, §4.6). */
  senderPass: 'access' | 'paid';
  /** Which comes first for an expired Dev Mode token (spec §4.6). */
  devModeExpired: 'devMode' | 'gone';
  /** Which comes first for a Dev Mode record and no billing (spec §4.4). */
  collectOrder: 'devModeFirst' | 'billingFirst';
  /** Whether an empty `metadataKey` is as good as none, or `400` (spec §4.2). */
  emptyMetadataKey: 'absent' | 'invalid';
  /** The status of a `downloadUrl` past its 300 seconds (spec §2.3). */
  deadDownloadStatus: 403 | 410;
  /** The gaps between a delivery's attempts (spec §6.3): 30, 60, 120, 240 s, or 30 … 600 s. */
  webhookBackoff: 'double' | 'spread';
  /** Whether the header's id equals the body's, or differs per attempt (spec §6.2). */
  webhookHeaderId: 'same' | 'perAttempt';
  /** Whether a Dev Mode capture sends `cdr.completed` (spec §6). */
  devModeEvent: 'sent' | 'none';
  /** How long a revoked key and a switched-off access still work: 0 to 300,000 ms (spec §5.5). */
  revocationDelayMs: number;
  /** Whether a delivery's body is made again for each attempt (spec §6). */
  webhookBody: 'rebuilt' | 'frozen';
  /** Which of the organization's flags decide an automatic collect (spec §1, §3). */
  autoCollectFlags: 'atCompletion' | 'atUpload';
  /** When the sender's access is judged for a free pass (spec §4.6 rule 9). */
  senderJudged: 'atReceive' | 'atShare';
  /** A repeated collect without billing: `403`, or success as spec §3 says (spec §3, §4.4). */
  collectRepeated: 'billingFirst' | 'success';
  /** Where `COLLECT_REQUIRED` stands: before any check of the token, or behind the early return. */
  collectFalseOrder: 'first' | 'afterEarlyReturn';
  /** Whether missing billing is told before 409 `CONFLICT`, 410, 202 and 422, or after (§4.6). */
  receiveBillingOrder: 'beforeRecord' | 'afterRecord';
  /** An empty `metadataValue` beside a key: `400`, or it matches the empty value (spec §4.2). */
  emptyMetadataValue: 'invalid' | 'empty';
  /** Whether an event is still sent after its record was invalidated (spec §6, §7). */
  eventAfterInvalid: 'none' | 'sent';
  /** `CONFLICT` on share: before the record's other refusals, after them, or not (spec §7). */
  shareConflict: 'first' | 'last' | 'none';
  /** The order of records with one `createdAt` (spec §4.2). */
  listTies: 'cdrId' | 'shuffled';
  /** A longer metadata key is not indexed, and filtering by one is `400` (spec §4.2). */
  metadataMaxKeyLength: number;
  /** The same for values. */
  metadataMaxValueLength: number;
}

/**
 * For each reading its values, the default first; for the numeric ones the range.
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

/** The readings, in the order in which they stand in `READING_VALUES`. */
export const READING_NAMES = Object.keys(READING_VALUES) as ReadingName[];

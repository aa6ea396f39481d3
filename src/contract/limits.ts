/**
 * Every bound that the service states (spec §8), with its unit in its name, and the few that this
 * package adds so that nothing here is unbounded. No other file repeats these numbers. They are
 * written out, not computed: a bundler keeps a product even if it is unused.
 */

// §4.2, §8: paging
export const PAGE_SIZE_MIN = 1;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 20;

// §4.5, §8: share tokens
export const SHARE_EXPIRY_DEFAULT_MS = 2_592_000_000;
export const SHARE_EXPIRY_MAX_MS = 63_072_000_000;

// §2.3, §8: evidence
export const DOWNLOAD_URL_LIFETIME_MS = 300_000;
export const RETENTION_MS = 157_680_000_000;
export const DISCLOSURES_MAX = 50;
export const DISCLOSURE_TEXT_MAX_CHARS = 5000;
export const CUSTOM_METADATA_MAX_BYTES = 16_384;

// §2.3: derived from the page
export const AUTO_METADATA_KEY_MAX_CHARS = 100;
export const AUTO_METADATA_MAX_CHARS = 4000;
export const AUTO_METADATA_PHONES_MAX = 10;
export const AUTO_METADATA_NAMES_MAX = 5;
export const PAGE_TITLE_MAX_CHARS = 200;
export const FORM_ACTION_MAX_CHARS = 500;
export const URL_DERIVED_VALUE_MAX_CHARS = 200;

// §2.7: acceptance criteria
export const ACCEPTANCE_SCHEMA_VERSION = 1;
export const MAX_AGE_SECONDS_MAX = 157_680_000;
export const TEXT_RULES_MAX = 20;
export const RULE_ID_MAX_CHARS = 64;
export const PHRASES_MAX = 10;
export const PHRASE_MAX_CHARS = 5000;
export const LEAD_PHONE_MAX_CHARS = 40;

// §5.5
export const KEY_REVOCATION_LAG_MAX_MS = 300_000;

// §4.6 rule 7
export const PENDING_RETRY_SECONDS = 2;

// §6.2, §6.3: webhooks
export const WEBHOOK_TOLERANCE_SECONDS = 300;
export const WEBHOOK_MAX_ATTEMPTS = 5;
export const WEBHOOK_ATTEMPT_TIMEOUT_MS = 20_000;
export const WEBHOOK_BACKOFF_MIN_MS = 30_000;
export const WEBHOOK_BACKOFF_MAX_MS = 600_000;
export const WEBHOOK_WINDOW_MS = 3_600_000;

/** The units that durations are given in, each in milliseconds. */
export const UNIT_MS = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
} as const;

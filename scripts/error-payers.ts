import type { ErrorFacts } from './error-facts.ts';

const UNSENT = 'no one. Nothing was sent.';
const PERHAPS =
  'your organization, perhaps, and at most once: `outcome` is `unknown`. With `not_sent` or `refused`, no one.';
const FREE = 'no one. Reading and downloading charge nothing.';
const DELIVERY = 'no one. A webhook charges nothing.';

const lead = (decision: string, pays: string): ErrorFacts => ({
  sees: `\`decision: '${decision}'\` with this \`code\`.`,
  pays,
});

/** What a lead with each code comes to, and who pays for it. */
export const LEAD_FACTS: Readonly<Record<string, ErrorFacts>> = {
  RECEIVED: lead(
    'accept',
    'your organization, once. No one, if the sender has paid or you can already download the record.',
  ),
  ALREADY_RECEIVED: lead('duplicate', 'no one. A repeated receive is free.'),
  SHARE_URL_INVALID: lead('refuse', UNSENT),
  FOREIGN_ORIGIN: lead('fix', UNSENT),
  PHONE_INVALID: lead('refuse', UNSENT),
  INPUT_INVALID: lead('fix', UNSENT),
  CONNECTION_FAILED: lead('hold', PERHAPS),
  TIMEOUT: lead('hold', PERHAPS),
  ABORTED: lead('hold', PERHAPS),
  UNEXPECTED_REPLY: lead('hold', PERHAPS),
  OTHER: lead('hold', 'your organization, perhaps: the error does not say.'),
  IN_HAND: lead('hold', 'not known yet. The decision’s `charge` says it.'),
  STILL_WORKING: lead('hold', 'not known yet. The decision’s `charge` says it.'),
  SERVICE_DOWN: lead('hold', 'no one by this attempt.'),
  LEASE_ENDED: lead('hold', 'no one by this attempt.'),
  CRITERIA_LOST: lead('fix', 'no one by this attempt.'),
  HELD_TOO_LONG: lead('refuse', 'no one.'),
  PAID_UNKNOWN: lead('hold', 'your organization, perhaps. `intake.orphans()` lists what it paid.'),
  SETTLED: lead('refuse', 'your organization, perhaps, if the decision’s `charge` is `possible`.'),
  CLIENT_FAILED: lead('fix', 'your organization, perhaps: the error does not say.'),
  UNCONFIRMED: lead('hold', 'your organization, if the record is this lead’s.'),
  LEDGER_FAILED: lead('hold', 'your organization, perhaps: the receive is done.'),
};

const job = (kind: string, pays: string): ErrorFacts => ({
  sees: `\`{ kind: '${kind}', code }\` from \`jobOutcome\`.`,
  pays,
});

/** What each code of a job comes to. */
export const JOB_FACTS: Readonly<Record<string, ErrorFacts>> = {
  SETTINGS_INVALID: job('stop', UNSENT),
  NOT_COLLECTED: job('drop', FREE),
  DEV_MODE: job('drop', FREE),
  TOO_LARGE: job('drop', FREE),
};

/** Who pays where a call ends with each class of error. */
export const CLASS_PAYERS: Readonly<Record<string, string>> = {
  ApiError:
    'no one, if `outcome` is `refused`. With `unknown`, an earlier attempt of the call may have been charged, at most once.',
  InvalidInputError: UNSENT,
  ConnectionError: PERHAPS,
  TimeoutError: PERHAPS,
  AbortError: PERHAPS,
  UnexpectedReplyError: PERHAPS,
  PaginationError: FREE,
  EvidenceUnavailableError: FREE,
  WebhookVerificationError: DELIVERY,
  WebhookClaimLostError: DELIVERY,
  WebhookTimeoutError: DELIVERY,
  WebhookStoreFullError: DELIVERY,
  LedgerError: 'no one. Of a `resume`: your organization, perhaps, for the leads in `sent`.',
  ClockSkewError: 'no one. Nothing was sent for it, and nothing failed.',
  CalibrationError: 'no one. A calibration is never charged.',
};

/** What a lead with each code comes to. */
export const LEAD_DECISIONS: Readonly<Record<string, string>> = {
  RECEIVED: 'accept',
  ALREADY_RECEIVED: 'duplicate',
  SHARE_URL_INVALID: 'refuse',
  FOREIGN_ORIGIN: 'fix',
  PHONE_INVALID: 'refuse',
  INPUT_INVALID: 'fix',
  CONNECTION_FAILED: 'hold',
  TIMEOUT: 'hold',
  ABORTED: 'hold',
  UNEXPECTED_REPLY: 'hold',
  OTHER: 'hold',
  IN_HAND: 'hold',
  STILL_WORKING: 'hold',
  SERVICE_DOWN: 'hold',
  LEASE_ENDED: 'hold',
  CRITERIA_LOST: 'fix',
  HELD_TOO_LONG: 'refuse',
  PAID_UNKNOWN: 'hold',
  SETTLED: 'refuse',
  CLIENT_FAILED: 'fix',
  UNCONFIRMED: 'hold',
  LEDGER_FAILED: 'hold',
};

/** What `jobOutcome` says of each code that is only a job's. */
export const JOB_KINDS: Readonly<Record<string, string>> = {
  SETTINGS_INVALID: 'stop',
  NOT_COLLECTED: 'drop',
  DEV_MODE: 'drop',
  TOO_LARGE: 'drop',
};

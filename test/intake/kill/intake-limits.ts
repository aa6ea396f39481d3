/** How many times faster than the wall clock the proof runs: its minutes are our seconds. */
export const SPEED = 60;

/**
 * In the proof's time. A receive has a deadline of one real second, so that a busy machine does not
 * miss it every time. A dead process's leads are free again after about two and a half.
 */
export const intakeLimits = { deadlineMs: 60_000, resumeDeadlineMs: 60_000 } as const;

/** What each lead's record must meet, besides the phone match. Some records get too old for it. */
export const killCriteria = {
  schemaVersion: 1,
  record: { maxAgeSeconds: 3_600 },
  disclosure: { requireAllCheckboxesAffirmed: true },
} as const;

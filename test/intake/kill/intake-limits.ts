/** How often faster than the wall's the time of the proof runs: its minutes are our seconds. */
export const SPEED = 60;

/**
 * In the proof's time. A second of ours is a receive's deadline, so that a busy machine does not miss
 * it each time; a dead process's leads are free again after some two and a half.
 */
export const intakeLimits = { deadlineMs: 60_000, resumeDeadlineMs: 60_000 } as const;

/** What each lead's record must meet, beside the lead's own phone. Some records outlive it. */
export const killCriteria = {
  schemaVersion: 1,
  record: { maxAgeSeconds: 3_600 },
  disclosure: { requireAllCheckboxesAffirmed: true },
} as const;

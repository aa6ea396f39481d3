import type { Meaning } from '../errors/code-meanings.ts';
import type { JobOutcome } from './job-outcome.ts';
import type { ReceiveDecision } from './receive-decision.ts';

/** What each decision about a lead means. */
export const LEAD_DECISION_MEANINGS: Readonly<Record<ReceiveDecision, Meaning>> = {
  accept: {
    cause: 'The record was received for this lead, under the criteria that were sent.',
    next: 'Store the `cdrId` with the lead for as long as the lead can be disputed.',
  },
  refuse: {
    cause: 'The lead cannot be used, and no charge belongs to it. The reasons have codes.',
    next: 'Answer the seller with each `sellerMessage`.',
  },
  duplicate: {
    cause: 'The share or the record came in before, and may be another person’s.',
    next: 'Answer the seller. Do not accept the lead.',
  },
  hold: {
    cause: 'No one knows the outcome yet. The record may have been paid for. The code says why.',
    next: 'Keep the lead. `intake.work` continues; without an intake, receive again with `earlierOutcome: "unknown"`, which cannot charge twice.',
  },
  fix: {
    cause: 'Your configuration is wrong: the key, the account, the criteria or `shareOrigins`.',
    next: 'Keep the lead and correct what the code and the message name. `intake.work` then continues.',
  },
};

/** What each outcome of a queue’s job means. */
export const JOB_DECISION_MEANINGS: Readonly<Record<JobOutcome['kind'], Meaning>> = {
  retry: {
    cause: 'The job can succeed later.',
    next: 'Give it back to the queue, for at least `afterMs`.',
  },
  drop: {
    cause: 'Another attempt of this job would have the same result.',
    next: 'Remove the job and keep its code.',
  },
  stop: {
    cause: 'The configuration or the program is wrong, so other jobs would fail in the same way.',
    next: 'Give the job back and take no more jobs. Correct what the code names.',
  },
};

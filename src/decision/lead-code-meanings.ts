import type { Meaning } from '../errors/code-meanings.ts';
import { PERHAPS_PAYS, UNSENT_PAYS } from '../errors/pays.ts';

/** The codes of a lead that are not from the service, but from `explainReceive` or a lead intake. */
export const LEAD_CODE_MEANINGS: Readonly<Record<string, Meaning>> = {
  RECEIVED: {
    cause: 'The record was received under the criteria that were sent.',
    next: 'Accept the lead and store its `cdrId`.',
    pays: 'Your organization, once. No one, if the sender has paid or you can already download the record.',
  },
  ALREADY_RECEIVED: {
    cause: 'The record was received through this token before. The criteria were not evaluated.',
    next: 'Treat the lead as a duplicate. It may be another person’s.',
    pays: 'No one. A repeated receive is free.',
  },
  SHARE_URL_INVALID: {
    cause:
      'What came as the share link is none: a page of the dashboard, a text such as `undefined`, or a template that was not filled in.',
    next: 'Refuse the lead.',
    pays: UNSENT_PAYS,
  },
  FOREIGN_ORIGIN: {
    cause: 'The share link is on an origin that is neither `baseUrl`’s nor one of `shareOrigins`.',
    next: 'If the links of that origin are genuine, add it to `shareOrigins`. Otherwise refuse the lead.',
    pays: UNSENT_PAYS,
  },
  PHONE_INVALID: {
    cause: 'The lead’s number is not a North American number of ten digits.',
    next: 'Refuse the lead.',
    pays: UNSENT_PAYS,
  },
  INPUT_INVALID: {
    cause:
      'Of a lead: an option or the criteria are wrong, so our configuration. Of a job: its own id, share link or phone is invalid.',
    next: 'Of a lead: correct what the message names; every lead is affected. Of a job: drop it.',
    pays: UNSENT_PAYS,
  },
  CONNECTION_FAILED: {
    cause: 'The service could not be reached, or the connection was lost.',
    next: 'Keep the lead and receive again. A second receive never charges twice.',
    pays: PERHAPS_PAYS,
  },
  TIMEOUT: {
    cause: 'The service did not answer in time.',
    next: 'Keep the lead and receive again. A second receive never charges twice.',
    pays: PERHAPS_PAYS,
  },
  ABORTED: {
    cause: 'Your signal ended the call.',
    next: 'Keep the lead and receive again. A second receive never charges twice.',
    pays: PERHAPS_PAYS,
  },
  UNEXPECTED_REPLY: {
    cause: 'The response is not from the service: a gateway’s page, a redirect, or truncated JSON.',
    next: 'Keep the lead. Run `client.check()`.',
    pays: PERHAPS_PAYS,
  },
  OTHER: {
    cause: 'An error that is not from this package.',
    next: 'Keep the lead and read the message.',
    pays: 'Your organization, perhaps: the error does not say.',
  },
  IN_HAND: {
    cause: 'The lead is already being processed by another `take` or worker.',
    next: 'Nothing to do: call `intake.get` later.',
    pays: 'Not known yet. The decision’s `charge` says it.',
  },
  STILL_WORKING: {
    cause: 'Your signal ended the wait. The lead is saved, and the work on it continues.',
    next: 'Nothing to do: call `intake.get` later.',
    pays: 'Not known yet. The decision’s `charge` says it.',
  },
  SERVICE_DOWN: {
    cause:
      'The last 8 calls of this process all failed: no answer, 5xx or 429. Nothing was sent for the lead.',
    next: 'Nothing to do: one call at a time looks whether the service is back, and the lead continues then.',
    pays: 'No one by this attempt.',
  },
  LEASE_ENDED: {
    cause:
      'The process was stopped or very slow, and woke after its time for the lead. It sent nothing.',
    next: 'Nothing to do: the lead is held and tried again.',
    pays: 'No one by this attempt.',
  },
  CRITERIA_LOST: {
    cause:
      'The lead’s row in the ledger was changed: its criteria no longer name the lead’s phone. Nothing was sent.',
    next: 'Find out what writes to the table. The next attempt makes new criteria for the lead, unless it may have been paid for.',
    pays: 'No one by this attempt.',
  },
  HELD_TOO_LONG: {
    cause: 'The record could not be received within `holdForMs`.',
    next: 'The lead was refused. Nothing was paid for it.',
    pays: 'No one.',
  },
  PAID_UNKNOWN: {
    cause:
      'The receive may have charged your organization: the response was lost, and since then the link has expired, or the lead’s time was over.',
    next: 'With a `nextAttemptAt`, the intake may still find out. Otherwise look for the record with `intake.orphans()`, and close the lead with `intake.settle`.',
    pays: 'Your organization, perhaps. `intake.orphans()` lists what it paid.',
  },
  SETTLED: {
    cause: 'A person has refused the lead with `settle`. The message is that person’s reason.',
    next: 'Nothing to do. `settledBy` and `note` say who and why.',
    pays: 'Your organization, perhaps, if the decision’s `charge` is `possible`.',
  },
  CLIENT_FAILED: {
    cause:
      'The client, or a program that wraps its methods, failed by itself. The lead may have been paid for.',
    next: 'Look at the error that `onError` got, and correct the wrapper. The lead is kept and tried again.',
    pays: 'Your organization, perhaps: the error does not say.',
  },
  UNCONFIRMED: {
    cause:
      'The receive succeeded on a second attempt, and the record could not be read to check whose it is.',
    next: 'Nothing to do: the lead is held and tried again.',
    pays: 'Your organization, if the record is this lead’s.',
  },
  LEDGER_FAILED: {
    cause: 'The ledger failed after the receive, or `onDecision` threw in its transaction.',
    next: 'Nothing to do: the lead is held and tried again. Look at the database.',
    pays: 'Your organization, perhaps: the receive is done.',
  },
};

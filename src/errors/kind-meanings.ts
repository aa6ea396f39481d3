import type { Meaning } from './code-meanings.ts';
import { DELIVERY_PAYS, PERHAPS_PAYS, READ_PAYS, UNSENT_PAYS } from './pays.ts';

/** What a class means, and the guide that says more. */
export interface KindMeaning extends Meaning {
  /** A file in `docs/guides`, with an anchor. */
  readonly guide: string;
}

const RETRIES = 'errors-and-retries.md#what-is-retried';
const GUARANTEES = 'webhooks.md#what-is-guaranteed-and-what-is-not';

/** Each class of error that a user can catch, by its name. A test checks that none is missing. */
export const KIND_MEANINGS: Readonly<Record<string, KindMeaning>> = {
  ApiError: {
    cause: 'The service refused the call (`ok: false`).',
    next: 'Branch on `code`. A code that is not on this page is newer than this version: treat it as an unknown refusal, and keep the lead.',
    guide: 'errors-and-retries.md#which-error',
    pays: 'No one, if `outcome` is `refused`. With `unknown`, an earlier attempt of the call may have been charged, at most once.',
  },
  InvalidInputError: {
    cause: 'A value was rejected before anything was sent.',
    next: 'Correct what `issues[].path` names. If it came with a lead, refuse the lead.',
    guide: 'errors-and-retries.md#which-error',
    pays: UNSENT_PAYS,
  },
  ConnectionError: {
    cause: 'The connection could not be made, or was lost. `cause` says how.',
    next: 'Look at `outcome`. Repeat reads, collect and receive; share only if another token does no harm.',
    guide: RETRIES,
    pays: PERHAPS_PAYS,
  },
  TimeoutError: {
    cause: 'No response in time. `limit` says which limit ran out.',
    next: 'Look at `outcome`. Repeat reads, collect and receive; share only if another token does no harm.',
    guide: RETRIES,
    pays: PERHAPS_PAYS,
  },
  AbortError: {
    cause: 'Your signal ended the call. `cause` is its reason.',
    next: 'Look at `outcome`: an aborted collect or receive may have taken effect.',
    guide: RETRIES,
    pays: PERHAPS_PAYS,
  },
  UnexpectedReplyError: {
    cause:
      'The response is not from the service: a gateway’s page, a redirect, truncated JSON, or a reply that is about another record or lacks what the call needs.',
    next: 'Look at `outcome`, then `status` and `bodyText`. Run `client.check()`.',
    guide: RETRIES,
    pays: PERHAPS_PAYS,
  },
  PaginationError: {
    cause: 'A list cannot be continued. `reason` says why.',
    next: 'Resume from the `pageToken` of the error.',
    guide: 'paging-and-exports.md#continuing-after-an-error',
    pays: READ_PAYS,
  },
  EvidenceUnavailableError: {
    cause: 'An evidence image cannot be downloaded or cannot be trusted. `reason` says why.',
    next: 'Depends on `reason`, below.',
    guide: 'producing-and-sharing.md#collect-and-download',
    pays: READ_PAYS,
  },
  WebhookVerificationError: {
    cause: 'A delivery was not accepted. `reason` says which check failed.',
    next: 'Depends on `reason`, below. A delivery that is not accepted is never an event.',
    guide: 'webhooks.md#why-a-delivery-was-refused',
    pays: DELIVERY_PAYS,
  },
  WebhookClaimLostError: {
    cause:
      'The lease of a delivery ran out before it was completed, and another attempt took it over.',
    next: 'Keep `onEvent` short. Check whether its effect happened twice, unless it ran in `store.transaction`.',
    guide: GUARANTEES,
    pays: DELIVERY_PAYS,
  },
  WebhookTimeoutError: {
    cause:
      'The store, `onEvent`, the `secret` function or a hook took longer than `answerWithinMs`.',
    next: 'Put the event on a queue and return. The service sends the delivery again.',
    guide: GUARANTEES,
    pays: DELIVERY_PAYS,
  },
  WebhookStoreFullError: {
    cause: 'The memory store is full.',
    next: 'Use `sqliteStore` or `postgresStore`. The service sends the delivery again.',
    guide: 'webhooks.md#which-store',
    pays: DELIVERY_PAYS,
  },
  LedgerError: {
    cause:
      'The ledger failed before anything was sent, or its table is not whole. Of a `resume`: something was sent only for the leads in `sent`.',
    next: 'Look at `reason` and `cause`, then take the lead again. `not_whole`: do what the message says first.',
    guide: 'lead-intake.md#when-something-fails',
    pays: 'No one. Of a `resume`: your organization, perhaps, for the leads in `sent`.',
  },
  ClockSkewError: {
    cause:
      'The clock of this machine and that of the ledger’s database differ by more than 15 seconds. Nothing failed.',
    next: 'Set the clocks, by NTP for example: leases of leads are made by the machines’ clocks.',
    guide: 'lead-intake.md#when-something-fails',
    pays: 'No one. Nothing was sent for it, and nothing failed.',
  },
  CalibrationError: {
    cause: 'A calibration has no reliable result. `reason` says why.',
    next: '`refused`: check the keys of both clients. `one_organization`: use keys of two organizations of one service. `changed`: look at the counts in `report`, and run again while no one else writes.',
    guide: 'calibration.md#when-it-fails',
    pays: 'No one. A calibration is never charged.',
  },
};

import type { Operation } from '../../src/contract/endpoints.ts';
import type { DerivedPage } from '../capture/derived-page.ts';
import type { OfAccount } from '../ground/lookup-tables.ts';

/**
 * What the fake stores. Entities are never changed in place: an update puts a new value into its
 * table, so snapshots can share them. Instants are Unix milliseconds.
 */

/**
 * What the fake's own receiver answers: a status, nothing (`hang`), or what another receiver on this
 * machine answers.
 */
export type SinkAnswer =
  | 200
  | 500
  | 'hang'
  | {
      /** An http URL on loopback, which gets each delivery; its answer is the receiver's. */
      forwardTo: string;
    };

/** Where an organization's webhook goes (spec §6). Without a secret, deliveries are not signed. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret?: string | undefined;
  /** Only for the fake's own receiver. */
  readonly answer?: SinkAnswer | undefined;
}

/** An organization: its id, or an object with it, such as the result of `addOrganization`. */
export type OrganizationRef = string | { readonly organizationId: string };

/** API access (spec §4.4). `default`: on with billing, off without. `granted`: on. `off`: off. */
export type ApiAccess = 'default' | 'granted' | 'off';

export interface Organization {
  readonly organizationId: string;
  readonly name: string;
  readonly billing: boolean;
  readonly apiAccess: ApiAccess;
  readonly autoCollect: boolean;
  /** The organization's own record cannot be read (spec §2.3, §7). */
  readonly unreadable: boolean;
  readonly webhook: WebhookTarget | null;
  /** When API access was turned off; it may still work for a while (spec §5.5). */
  readonly accessOffAt: number | null;
}

export interface ApiKey {
  readonly keyId: string;
  readonly secret: string;
  readonly organizationId: string;
  readonly sequence: number;
  readonly revokedAt: number | null;
}

/** What must happen before a record is rendered. */
export type PendingRender =
  | { readonly until: 'finished' }
  | { readonly until: 'instant'; readonly at: number }
  | { readonly until: 'receives'; readonly left: number };

export interface StoredCdr {
  readonly cdrId: string;
  /** The organization that captured it. */
  readonly organizationId: string;
  readonly page: DerivedPage;
  readonly devMode: boolean;
  readonly capturedAt: number;
  /** The `createdAt` that the capture asked for, instead of the time of completion. */
  readonly createdAtWish: number | null;
  /** When processing finished; meaningless while `pending` is set. */
  readonly createdAt: number;
  readonly pending: PendingRender | null;
  readonly invalid: boolean;
  /** More than one record carries this identifier (spec §7, CONFLICT). */
  readonly duplicated: boolean;
  readonly sessionId: string | null;
  readonly packageId: string | null;
  readonly subGroupIds: readonly string[] | null;
  /** Whether its organization had automatic collect and billing on when it was uploaded. */
  readonly autoCollectAtUpload: boolean;
  readonly size: number;
  readonly contentType: string;
}

/** A record in an organization's account. */
export interface Holding extends OfAccount {
  readonly via: 'capture' | 'receive';
  readonly at: number;
  readonly webhookAcknowledgedAt: number | null;
}

/** Why an organization may download a record. */
export type AccessCause = 'collect' | 'receive' | 'autoCollect' | 'passedOn';

export interface Access extends OfAccount {
  readonly cause: AccessCause;
  readonly at: number;
}

export interface StoredCharge extends OfAccount {
  readonly sequence: number;
  readonly cause: 'collect' | 'receive' | 'autoCollect';
  readonly at: number;
  readonly requestId: string | null;
}

export interface StoredToken {
  readonly token: string;
  readonly cdrId: string;
  /** The organization that created it. */
  readonly organizationId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly devMode: boolean;
  /** Its creator's access to the record when the token was created (spec §4.6 rule 9). */
  readonly senderHad: 'nothing' | 'access' | 'paid';
}

/** The receive of one organization through one token. */
export interface Claim extends OfAccount {
  readonly at: number;
  readonly shareEventId: string;
}

/** A record's handoff from one organization to another (spec §2.6). */
export interface StoredShareEvent {
  /** Identifies the handoff. */
  readonly shareEventId: string;
  /** The share token that was used. */
  readonly token: string;
  /** The record that was handed over. */
  readonly cdrId: string;
  /** The organization that shared it. */
  readonly fromOrganizationId: string;
  /** The organization that received it. */
  readonly toOrganizationId: string;
  /** When, in Unix milliseconds of the fake's clock. */
  readonly at: number;
}

/** An attempt to deliver an event (spec §6.3). It has either `status` or `error`. */
export interface DeliveryAttempt {
  /** When, in Unix milliseconds of the fake's clock. */
  readonly at: number;
  /** The receiver's HTTP status. Any 2xx acknowledges the event. */
  readonly status?: number;
  /** Why there was no response. */
  readonly error?: string;
}

export interface StoredDelivery {
  readonly sequence: number;
  readonly webhookId: string;
  readonly organizationId: string;
  readonly cdrId: string;
  readonly state: 'due' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
  /** Attempts of the current round. A redelivery starts a new round. */
  readonly tries: number;
  readonly roundStartedAt: number;
  readonly nextAttemptAt: number | null;
  /** The body as first sent, if later attempts repeat it. */
  readonly frozenBody: string | null;
}

/** The check that decided a request. */
export interface Decision {
  /** The description of the check. */
  readonly check: string;
  /** Its section of the spec. */
  readonly section: string;
  /** The values that it compared, by name. Contains no secrets. */
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
}

export interface JournaledRequest {
  readonly requestId: string;
  readonly at: number;
  readonly operation: Operation | null;
  readonly method: string;
  /** The path without secrets: a share token is cut. */
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly organizationId: string | null;
  readonly message: string | null;
  readonly decision: Decision | null;
  /** How much of the journal's size limit it takes, in characters. */
  readonly chars: number;
}

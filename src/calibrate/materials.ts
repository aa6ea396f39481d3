/** One attempt of a delivery, as the caller's receiver saw it. */
export interface WebhookAttempt {
  /** When it came: Unix milliseconds by the receiver's clock. */
  readonly at: number;
  /** The value of `X-SVC-Webhook-Id`. */
  readonly headerId: string | null;
  /** The body, as it came. */
  readonly body: string;
}

/**
 * A receiver that the caller runs at the address that the dashboard has for the sender. It answers
 * 500, so that the service tries again, until the run is over.
 */
export interface WebhookMaterial {
  /** Every attempt that came so far, oldest first. Asked again while the run waits. */
  readonly attempts: () => readonly WebhookAttempt[] | Promise<readonly WebhookAttempt[]>;
}

/**
 * What two clients cannot make by themselves. Each is used without any risk of a charge: records are
 * read and shared for 60 seconds, tokens are received with criteria that must be refused.
 */
export interface Materials {
  /** A record of the sender's that is not rendered yet. */
  readonly pendingCdrId?: string | undefined;
  /** A record of the sender's that was flagged invalid. */
  readonly invalidCdrId?: string | undefined;
  /** A share token of a Dev Mode capture, or its share URL. */
  readonly devModeToken?: string | undefined;
  /** The same, expired. */
  readonly expiredDevModeToken?: string | undefined;
  /** A share token of the sender's that has expired. */
  readonly expiredToken?: string | undefined;
  /** A share token through which the receiver has received its record. */
  readonly receivedToken?: string | undefined;
  /** The same, of a record that was flagged invalid afterwards. */
  readonly receivedInvalidToken?: string | undefined;
  /** Another token of a record that the receiver holds, through which it has not received it. */
  readonly secondTokenOfAHeldRecord?: string | undefined;
  /** A receiver of the sender's webhooks. */
  readonly webhook?: WebhookMaterial | undefined;
}

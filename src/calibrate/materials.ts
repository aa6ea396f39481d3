/** One attempt of a delivery, as the caller's webhook receiver saw it. */
export interface WebhookAttempt {
  /** When it arrived: Unix milliseconds, by the receiver's clock. */
  readonly at: number;
  /** The value of `X-SVC-Webhook-Id`. */
  readonly headerId: string | null;
  /** The body, exactly as received. */
  readonly body: string;
}

/**
 * Your own webhook receiver, at the URL that the sender has set in the dashboard. It must respond with
 * 500 until the run is over, so that the service retries (spec §6.3).
 */
export interface WebhookMaterial {
  /** All attempts so far, oldest first. Called repeatedly while the run waits. */
  readonly attempts: () => readonly WebhookAttempt[] | Promise<readonly WebhookAttempt[]>;
}

/**
 * What a calibration cannot create with requests. All are optional, and none can cause a charge:
 * records are read and shared for 60 seconds, and tokens are received with criteria that must be
 * refused.
 */
export interface Materials {
  /** A record of the sender that is not rendered yet. */
  readonly pendingCdrId?: string | undefined;
  /** A record of the sender that was flagged invalid. */
  readonly invalidCdrId?: string | undefined;
  /** A share token of a Dev Mode capture, or its share URL. */
  readonly devModeToken?: string | undefined;
  /** An expired share token of a Dev Mode capture. */
  readonly expiredDevModeToken?: string | undefined;
  /** An expired share token of the sender. */
  readonly expiredToken?: string | undefined;
  /** A share token that the receiver has already used. */
  readonly receivedToken?: string | undefined;
  /** A share token that the receiver has already used, for a record flagged invalid afterwards. */
  readonly receivedInvalidToken?: string | undefined;
  /** An unused token of a record that the receiver got with another token. */
  readonly secondTokenOfAHeldRecord?: string | undefined;
  /** A receiver of the sender's webhooks. */
  readonly webhook?: WebhookMaterial | undefined;
}

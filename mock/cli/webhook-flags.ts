/** What all of them are told. */
export interface CommonFlags {
  readonly secret: string;
  readonly json?: true;
}

/** What `webhook doctor` is told. */
export interface TargetFlags extends CommonFlags {
  readonly allowHost?: string;
  readonly timeoutMs: number;
}

/** What `webhook send` is told. */
export interface SendFlags extends TargetFlags {
  readonly body?: string;
  readonly ageSeconds: number;
}

/** What `webhook sign` is told. */
export interface SignFlags extends CommonFlags {
  readonly webhookId?: string;
  readonly timestamp?: number;
}

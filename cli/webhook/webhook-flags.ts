/** Flags of every webhook command. */
export interface CommonFlags {
  readonly secret: string;
  readonly json?: true;
}

/** Flags of `webhook doctor`. */
export interface TargetFlags extends CommonFlags {
  readonly allowHost?: string;
  readonly timeoutMs: number;
}

/** Flags of `webhook send`. */
export interface SendFlags extends TargetFlags {
  readonly body?: string;
  readonly ageSeconds: number;
}

/** Flags of `webhook sign`. */
export interface SignFlags extends CommonFlags {
  readonly webhookId?: string;
  readonly timestamp?: number;
}

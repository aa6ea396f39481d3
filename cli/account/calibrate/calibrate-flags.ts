/** Flags of `consent-evidence calibrate`. */
export interface CalibrateFlags {
  readonly tier: number;
  readonly materials?: string;
  readonly plan?: true;
  readonly out?: string;
  readonly html?: string;
  readonly against?: string;
  readonly maxWaitSeconds: number;
  readonly json?: true;
}

/** What `consent-evidence calibrate` is told. */
export interface CalibrateFlags {
  readonly tier: number;
  readonly plan?: true;
  readonly out?: string;
  readonly against?: string;
  readonly maxWaitSeconds: number;
  readonly json?: true;
}

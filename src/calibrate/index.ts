/**
 * Asks the service in front of it, free of charge, how it reads what the specification leaves open,
 * and checks what the specification states on what comes back; then the fake can do the same.
 *
 * @module
 */
export type { Inventory } from './account.ts';
export type { CalibrationRequest } from './asker.ts';
export { calibrate } from './calibrate.ts';
export { CalibrationError, type CalibrationErrorReason } from './calibration-error.ts';
export {
  type CalibrationChange,
  type CalibrationComparison,
  compareReports,
  type Told,
} from './compare-reports.ts';
export type { Materials, WebhookAttempt, WebhookMaterial } from './materials.ts';
export type { CalibrateOptions } from './options.ts';
export { type ReportPageOptions, reportPage } from './page/report-page.ts';
export type { PaidRequest } from './paid-requests.ts';
export { type CalibrationPlan, type PlannedTier, planCalibration } from './plan.ts';
export { readingsOf } from './readings-of.ts';
export type {
  CalibrationReport,
  ChargesResult,
  InventoryResult,
  ReadingResult,
  ReportSignature,
  StatementResult,
  Verdict,
} from './report.ts';
export { type ReportKey, verifyReport } from './sign-report.ts';
export { TIERS, type Tier, type TierPromise } from './tier.ts';
export type { GivenToken } from './tokens.ts';

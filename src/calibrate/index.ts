/**
 * Measures how the live service reads what the specification leaves open, and checks its responses
 * against what the specification states. It is free of charge up to tier 3. The fake can then behave
 * in the same way.
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

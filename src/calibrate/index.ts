/**
 * Measures how the live service behaves where the specification is silent, and checks its responses
 * against what the specification states. It costs nothing. The fake can then behave in the same way.
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
export type { GivenToken } from './given-token.ts';
export type { Materials, WebhookAttempt, WebhookMaterial } from './materials.ts';
export type { CalibrateOptions } from './options.ts';
export { type ReportPageOptions, reportPage } from './page/report-page.ts';
export { type CalibrationPlan, type PlannedTier, planCalibration } from './plan.ts';
export { readingsOf } from './readings-of.ts';
export { readsOnly } from './reads-only.ts';
export type {
  CalibrationReport,
  InventoryResult,
  ReadingResult,
  ReportSignature,
  StatementResult,
  Verdict,
} from './report.ts';
export { type ReportKey, verifyReport } from './sign-report.ts';
export { TIERS, type Tier, type TierPromise } from './tier.ts';

import { ConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import type { CalibrationReport } from './report.ts';

/**
 * Why a calibration failed:
 * - `refused`: an account could not be read. At the end of a run, `report` has what was found until then.
 * - `one_organization`: both clients belong to one organization, or they use different services.
 * - `received`: the service let a receive through that it must refuse. The run ended at once.
 * - `changed`: what an organization holds changed during the run. `report` has the counts.
 */
export type CalibrationErrorReason = 'refused' | 'one_organization' | 'received' | 'changed';

/**
 * A calibration that ended without a reliable result.
 *
 * @example
 * ```ts
 * try {
 *   await calibrate({ sender, receiver });
 * } catch (error) {
 *   if (error instanceof CalibrationError && error.reason === 'changed') console.error(error.report);
 *   else throw error;
 * }
 * ```
 */
export class CalibrationError extends ConsentEvidenceError {
  static override readonly kind: string = 'CalibrationError';

  /** What to branch on. */
  readonly reason: CalibrationErrorReason;
  /** The complete report; with `changed`, and with `refused` at the end of a run. */
  declare readonly report?: CalibrationReport;

  constructor(reason: CalibrationErrorReason, message: string, report?: CalibrationReport) {
    super(['CalibrationError'], message);
    this.reason = reason;
    if (report !== undefined) this.report = report;
  }
}

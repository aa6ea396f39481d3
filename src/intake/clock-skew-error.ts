import { ConsentEvidenceError } from '../errors/consent-evidence-error.ts';

/**
 * The clock of this machine and that of the ledger's database differ by more than the margin of a
 * lease, 15 seconds. Nothing failed, but machines whose clocks differ so far may ask for one lead at
 * the same time, and hold leads for too long or too short. Set the clocks, by NTP for example.
 *
 * @example
 * ```ts
 * const onError = (error: unknown) => {
 *   if (error instanceof ClockSkewError) console.error('set the clock', error.skewMs);
 * };
 * ```
 */
export class ClockSkewError extends ConsentEvidenceError {
  static override readonly kind: string = 'ClockSkewError';

  /** How far the database's clock is ahead of this machine's. Milliseconds; negative if behind. */
  readonly skewMs: number;

  constructor(skewMs: number) {
    const seconds = Math.round(Math.abs(skewMs) / 1000);
    const how = skewMs > 0 ? 'ahead of' : 'behind';
    super(
      ['ClockSkewError'],
      `the clock of the ledger's database is ${seconds} s ${how} this machine's: set the clocks`,
    );
    this.skewMs = skewMs;
  }
}

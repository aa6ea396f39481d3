import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import { SWEEP_EVERY_CLAIMS } from './retention.ts';

/** Called with the reason why ended rows could not be deleted. Errors that it throws are ignored. */
export type OnSweepError = (error: unknown) => unknown;

interface Warner {
  emitWarning?(message: string, type: string): void;
}

function warn(error: unknown): void {
  const { process } = globalThis as { process?: Warner };
  const why = error instanceof Error ? error.message : String(error);
  process?.emitWarning?.(`old webhook ids cannot be deleted: ${why}`, 'ConsentEvidenceWarning');
}

/**
 * Decides when a store deletes ended rows. They do no harm, so a failed clean-up never fails a
 * claim: it is reported once, and again only after one that worked.
 */
export class Sweeps {
  readonly #onSweepError: OnSweepError;
  #claims = 0;
  #isFailing = false;

  constructor(onSweepError: OnSweepError = warn) {
    this.#onSweepError = onSweepError;
  }

  /** Counts a claim, and returns whether it should clean up. */
  isDue(): boolean {
    return this.#claims++ % SWEEP_EVERY_CLAIMS === 0;
  }

  /** Records that a clean-up worked. */
  worked(): void {
    this.#isFailing = false;
  }

  /** Records that a clean-up failed, and reports the first failure in a row. */
  failed(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    void ignoringErrors(() => this.#onSweepError(error));
  }
}

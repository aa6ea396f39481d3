import { ignoringErrors } from '../ignoring-errors.ts';
import { SWEEP_EVERY_CLAIMS } from './retention.ts';

/** Gets why ended rows could not be deleted. What it throws is ignored. */
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
 * When a store deletes ended rows. They are in no one's way, so a clean-up that fails never fails a
 * claim: it is told once, and again only after one that worked.
 */
export class Sweeps {
  readonly #onSweepError: OnSweepError;
  #claims = 0;
  #isFailing = false;

  constructor(onSweepError: OnSweepError = warn) {
    this.#onSweepError = onSweepError;
  }

  /** Whether this claim is one of those that clean up. */
  isDue(): boolean {
    return this.#claims++ % SWEEP_EVERY_CLAIMS === 0;
  }

  /** The clean-up worked. */
  worked(): void {
    this.#isFailing = false;
  }

  /** It failed. */
  failed(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    void ignoringErrors(() => this.#onSweepError(error));
  }
}

import type { AccountFlags } from '../account-flags.ts';

/** What `consent-evidence reconcile` is told. */
export interface ReconcileFlags extends AccountFlags {
  readonly since: number;
  readonly olderThanMinutes: number;
  readonly domain?: readonly string[];
}

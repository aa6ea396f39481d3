import type { AccountFlags } from '../account-flags.ts';

/** Flags of `consent-evidence reconcile`. */
export interface ReconcileFlags extends AccountFlags {
  readonly since: number;
  readonly olderThanMinutes: number;
  readonly domain?: readonly string[];
}

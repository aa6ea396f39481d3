import type { AccountFlags } from '../account-flags.ts';

/** Flags of `consent-evidence find`. */
export interface FindFlags extends AccountFlags {
  readonly phone: string;
  readonly key: readonly string[];
  readonly domain?: readonly string[];
  readonly after?: string;
  readonly scan?: true;
  readonly limit: number;
  readonly csv?: true;
}

import type { AccountFlags } from '../account-flags.ts';

/** What signs a run. */
export interface SignFlags {
  readonly signKey?: string;
  readonly signKeyId?: string;
}

/** What `consent-evidence archive` is told. */
export interface ArchiveFlags extends AccountFlags, SignFlags {
  readonly domain?: readonly string[];
  readonly hold?: readonly string[];
  readonly warnWithinDays: number;
  readonly concurrency: number;
}

/** What `consent-evidence archive verify` is told. */
export interface VerifyFlags {
  readonly publicKey?: readonly string[];
  readonly json?: true;
}

/** What `consent-evidence dossier` is told. */
export interface DossierFlags extends AccountFlags, SignFlags {
  readonly phone: string;
  readonly out: string;
  readonly key: readonly string[];
  readonly domain?: readonly string[];
  readonly note?: string;
  readonly archive?: string;
  readonly limit: number;
}

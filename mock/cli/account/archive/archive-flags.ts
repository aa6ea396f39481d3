import type { AccountFlags } from '../account-flags.ts';

/** What signs and stamps a run. */
export interface ProofFlags {
  readonly signKey?: string;
  readonly signKeyId?: string;
  readonly timestamp?: string;
}

/** What `consent-evidence archive` is told. */
export interface ArchiveFlags extends AccountFlags, ProofFlags {
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

/** What `consent-evidence archive export` is told. */
export interface ExportFlags {
  readonly csv?: true;
}

/** What `consent-evidence dossier` is told. */
export interface DossierFlags extends AccountFlags, ProofFlags {
  readonly phone: string;
  readonly out: string;
  readonly key: readonly string[];
  readonly domain?: readonly string[];
  readonly note?: string;
  readonly archive?: string;
  readonly ledger?: string;
  readonly lead?: readonly string[];
  readonly limit: number;
}

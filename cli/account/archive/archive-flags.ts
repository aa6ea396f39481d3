import type { AccountFlags } from '../account-flags.ts';

/** Flags for signing and timestamping a run. */
export interface ProofFlags {
  readonly signKey?: string;
  readonly signKeyId?: string;
  readonly timestamp?: string;
}

/** Flags of `consent-evidence archive`. */
export interface ArchiveFlags extends AccountFlags, ProofFlags {
  readonly domain?: readonly string[];
  readonly hold?: readonly string[];
  readonly warnWithinDays: number;
  readonly concurrency: number;
}

/** Flags of `consent-evidence archive verify`. */
export interface VerifyFlags {
  readonly publicKey?: readonly string[];
  readonly head?: readonly string[];
  readonly json?: true;
}

/** Flags of `consent-evidence archive export`. */
export interface ExportFlags {
  readonly csv?: true;
  readonly bom?: true;
}

/** Flags of `consent-evidence dossier`. */
export interface DossierFlags extends AccountFlags, ProofFlags {
  readonly phone: string;
  readonly out: string;
  readonly key: readonly string[];
  readonly domain?: readonly string[];
  readonly note?: string;
  readonly archive?: string;
  readonly offline?: true;
  readonly ledger?: string;
  readonly lead?: readonly string[];
  readonly limit: number;
}

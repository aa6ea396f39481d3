import { type Command, Option } from 'commander';
import type { AccountFlags } from '../account-flags.ts';

/** Adds the flags that prove a manifest. The key is in a file that only its owner can read. */
export function addProofFlags(command: Command): Command {
  const group = 'Proof:';
  return command
    .addOption(
      new Option('--sign-key <file>', 'sign the manifest: an Ed25519 key as PEM').helpGroup(group),
    )
    .addOption(new Option('--sign-key-id <id>', 'the id of the signing key').helpGroup(group))
    .addOption(
      new Option(
        '--timestamp <url>',
        'timestamp the manifest at an RFC 3161 authority, such as https://freetsa.org/tsr',
      ).helpGroup(group),
    );
}

/** Flags for signing and timestamping a run. */
export interface ProofFlags {
  readonly signKey?: string;
  readonly signKeyId?: string;
  readonly timestamp?: string;
}

/** The flag of an index that is not beside the folder. */
export const indexOption = (): Option =>
  new Option('--index <file>', 'the file of the index; default: beside the folder');

/** Flags of `consent-evidence archive find`. */
export interface FindFlags {
  readonly phone?: string;
  readonly key?: readonly string[];
  readonly cdr?: string;
  readonly domain?: string;
  readonly month?: string;
  readonly metadata?: readonly string[];
  readonly index?: string;
  readonly json?: true;
}

/** Flags of `consent-evidence archive erase`. */
export interface EraseFlags {
  readonly reason: string;
  readonly by: string;
  readonly hold?: readonly string[];
  readonly yes?: true;
  readonly index?: string;
  readonly json?: true;
}

/** Flags of `consent-evidence archive`. */
export interface ArchiveFlags extends AccountFlags, ProofFlags {
  readonly index?: string;
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
  readonly parquet?: string;
}

/** Flags of `consent-evidence archive disclosures`. */
export interface DisclosuresFlags {
  readonly approved?: string;
  readonly json?: true;
}

/** Flags of `consent-evidence dossier`. */
export interface DossierFlags extends AccountFlags, ProofFlags {
  readonly phone: string;
  readonly out: string;
  readonly key: readonly string[];
  readonly domain?: readonly string[];
  readonly note?: string;
  readonly archive?: string;
  readonly index?: string;
  readonly offline?: true;
  readonly ledger?: string;
  readonly lead?: readonly string[];
  readonly source: string;
  readonly limit: number;
}

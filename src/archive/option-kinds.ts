import { normalizePhone } from '../acceptance/normalize-phone.ts';
import type { Issue } from '../options/issue.ts';
import {
  callback,
  clockKind,
  hasMethods,
  isObject,
  type Kind,
  kindOf,
  listOf,
  nonEmptyText,
  signalKind,
} from '../options/kinds.ts';
import { issuesOfKind, type OptionTable } from '../options/option-table.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { type SigningKey, signerOf, type TimestampFunction } from './seal.ts';

/** The options that archives and dossiers have in common. */
interface CommonOptions {
  readonly domains?: readonly string[] | undefined;
  readonly sign?: SigningKey | undefined;
  readonly timestamp?: TimestampFunction | undefined;
  readonly signal?: WebAbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** The same options with their defaults filled in. */
export interface CommonSettings {
  readonly domains: readonly string[] | undefined;
  readonly sign: { readonly keyId: string; readonly of: (head: string) => Uint8Array } | undefined;
  readonly timestamp: TimestampFunction | undefined;
  readonly signal: WebAbortSignal | undefined;
  readonly clock: Clock;
}

const DOMAINS_MAX = 100_000;

export const COMMON_OPTIONS = (): OptionTable<CommonOptions> => ({
  domains: listOf(nonEmptyText, DOMAINS_MAX),
  sign: kindOf('{ privateKey, keyId }', isObject),
  timestamp: callback,
  signal: signalKind,
  clock: clockKind,
});

/** Where an archive is stored. */
export const vaultKind = (): Kind =>
  kindOf('a vault: folderVault(folder), or has, put, get and list', (value) =>
    hasMethods(value, ['has', 'put', 'get', 'list']),
  );

/** A number that someone searches for. */
export const phoneKind = (): Kind =>
  kindOf('a North American number of ten digits', (value) => {
    return typeof value === 'string' && normalizePhone(value) !== undefined;
  });

const clientKind = (): Kind =>
  kindOf('a ConsentEvidence client', (client) => {
    const { cdrs, domains } = (client ?? {}) as Record<string, unknown>;
    return hasMethods(cdrs, ['list', 'get', 'download']) && hasMethods(domains, ['list']);
  });

/** Returns an issue if the value is not a client. */
export const clientIssues = (client: unknown): Issue[] =>
  issuesOfKind('client', client ?? null, clientKind());

/** Returns an issue if the value is not a vault. */
export const vaultIssues = (vault: unknown): Issue[] =>
  issuesOfKind('vault', vault ?? null, vaultKind());

/** Fills in the defaults of the checked options that archives and dossiers have in common. */
export function commonSettings({ sign, clock, ...given }: CommonOptions): CommonSettings {
  const { domains, timestamp, signal } = given;
  const signer = sign && { keyId: sign.keyId, of: signerOf(sign) };
  return { domains, sign: signer, timestamp, signal, clock: clock ?? systemClock };
}

import { isObject, kindOf, listOf, signalKind, told } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { type KeyLike, type SignatureCheck, signatureCheck } from './seal.ts';
import type { VerifyProgress } from './verify-report.ts';

/** Options of {@link verifyArchive}. */
export interface VerifyArchiveOptions {
  /**
   * Ed25519 public keys by `keyId`: PEM text, a `KeyObject` or a `CryptoKey`. With them, lines that none
   * of these keys has signed are a problem. Default: signatures are not checked.
   */
  readonly publicKeys?: Readonly<Record<string, string | KeyLike>> | undefined;
  /**
   * Heads that were kept elsewhere, such as those of earlier reports: 64 hexadecimal digits each, at most
   * 10,000. Each must be the SHA-256 of a line, or the manifest was changed before that line.
   */
  readonly heads?: readonly string[] | undefined;
  /** Called with the progress, after each line. */
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Ends the check. It rejects with the signal's reason. */
  readonly signal?: WebAbortSignal | undefined;
}

const HEADS_MAX = 10_000;
const HEAD = /^[0-9a-f]{64}$/;

/** Returns the checks of signatures by `keyId`. @throws `InvalidInputError` for an invalid key. */
export function keysOf(publicKeys: unknown): ReadonlyMap<string, SignatureCheck> {
  const given = Object.entries((publicKeys ?? {}) as Record<string, string | KeyLike>);
  return new Map(
    given.map(([keyId, key]) => [keyId, signatureCheck(`publicKeys.${keyId}`, key)] as const),
  );
}

export const VERIFY_OPTIONS = (): OptionTable<VerifyArchiveOptions> => ({
  publicKeys: kindOf('an object of public keys by keyId', isObject),
  heads: listOf(
    kindOf('a head of 64 hexadecimal digits in lower case', (value) => HEAD.test(String(value))),
    HEADS_MAX,
  ),
  onProgress: told,
  signal: signalKind,
});

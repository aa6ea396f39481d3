import { bytesIn } from './bytes-in.ts';
import type { SealLine } from './manifest-line.ts';
import { type SignatureCheck, tokenProblem } from './seal.ts';
import type { Vault } from './vault.ts';

/** More than any signature or token takes. Longer files are not read to the end. */
const SEAL_MAX_BYTES = 1024 * 1024;

/** The result of checking a seal. */
export interface SealFinding {
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly signature: 'none' | 'verified' | 'unchecked' | 'wrong';
}

async function signatureOf(
  vault: Vault,
  { keyId, signature, previous }: SealLine,
  keys: ReadonlyMap<string, SignatureCheck>,
): Promise<SealFinding['signature']> {
  if (signature === undefined || keyId === undefined) return 'none';
  const check = keys.get(keyId);
  if (check === undefined) return 'unchecked';
  const bytes = await bytesIn(vault, signature.path, SEAL_MAX_BYTES);
  return bytes !== undefined && check(previous, bytes) ? 'verified' : 'wrong';
}

/** Checks that a seal covers the line before it: `previous`, which `ChainCheck` has compared. */
export async function checkSeal(
  vault: Vault,
  line: SealLine,
  keys: ReadonlyMap<string, SignatureCheck>,
): Promise<SealFinding> {
  const problems: { path: string; message: string }[] = [];
  const { head, signature: file, timestamp, previous, keyId } = line;
  const said = await bytesIn(vault, head.path, SEAL_MAX_BYTES);
  if (said !== undefined && new TextDecoder().decode(said) !== previous) {
    problems.push({
      path: head.path,
      message: 'it is not the SHA-256 of the line before the seal',
    });
  }
  const signature = await signatureOf(vault, line, keys);
  if (signature === 'wrong' && file !== undefined) {
    problems.push({ path: file.path, message: `it is not a signature by the key "${keyId}"` });
  }
  const token = timestamp && (await bytesIn(vault, timestamp.path, SEAL_MAX_BYTES));
  const problem = token && tokenProblem(token, previous);
  if (timestamp !== undefined && problem !== undefined) {
    problems.push({ path: timestamp.path, message: problem });
  }
  return { problems, signature };
}

import {
  type SigningKey,
  type TimestampFunction,
  timestampAuthority,
} from '../../../src/archive/index.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { readPrivateFile } from '../../files/read-private-file.ts';
import type { ProofFlags } from './archive-flags.ts';

async function signingKey({ signKey, signKeyId }: ProofFlags): Promise<SigningKey | undefined> {
  if (signKey === undefined && signKeyId === undefined) return undefined;
  if (signKey === undefined) throw invalidInput('--sign-key', 'required with --sign-key-id');
  if (signKeyId === undefined) throw invalidInput('--sign-key-id', 'required with --sign-key');
  return { privateKey: await readPrivateFile('--sign-key', signKey), keyId: signKeyId };
}

/** The signing key and the timestamp authority of the run, if the flags name them. */
interface Proof {
  readonly sign: SigningKey | undefined;
  readonly timestamp: TimestampFunction | undefined;
}

/**
 * Returns what signs and timestamps the run, if the flags name it.
 *
 * @throws InvalidInputError naming the flag, and the address as `url`; never any part of the key.
 */
export async function proofOf(flags: ProofFlags): Promise<Proof> {
  const timestamp = flags.timestamp === undefined ? undefined : timestampAuthority(flags.timestamp);
  return { sign: await signingKey(flags), timestamp };
}

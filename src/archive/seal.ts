import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from '../platform/builtin-module.ts';

/** A key object of `node:crypto` or Web Crypto. */
export interface KeyLike {
  /** `private`, `public` or `secret`. */
  readonly type: string;
}

/** The key that signs the manifest. */
export interface SigningKey {
  /** An Ed25519 private key: PEM text, a `KeyObject` or an extractable `CryptoKey`. */
  readonly privateKey: string | KeyLike;
  /** The name of the key: 1 to 64 characters of `A-Z a-z 0-9 . _ -`, not starting with `.` or `-`. */
  readonly keyId: string;
}

/** Takes a SHA-256 as 64 hexadecimal digits, and returns an RFC 3161 token for it. */
export type TimestampFunction = (sha256: string) => Uint8Array | Promise<Uint8Array>;

interface KeyObject extends KeyLike {
  readonly asymmetricKeyType?: string;
}

interface NodeCrypto {
  createPrivateKey(key: string): KeyObject;
  createPublicKey(key: string | KeyObject): KeyObject;
  readonly KeyObject: { from(key: KeyLike): KeyObject };
  sign(algorithm: null, bytes: Uint8Array, key: KeyObject): Uint8Array;
  verify(algorithm: null, bytes: Uint8Array, key: KeyObject, signature: Uint8Array): boolean;
}

const KEY_ID = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;
/** More than any token takes, including its certificates. */
export const TOKEN_MAX_BYTES = 256 * 1024;

function nodeCrypto(path: string): NodeCrypto {
  const crypto = builtinModule('node:crypto') as NodeCrypto | undefined;
  if (crypto === undefined) throw invalidInput(path, 'this runtime has no node:crypto');
  return crypto;
}

/** Reads a caller's key. The error never contains any part of the key. */
function keyOf(path: string, type: 'private' | 'public', make: (crypto: NodeCrypto) => KeyObject) {
  const crypto = nodeCrypto(path);
  let key: KeyObject | undefined;
  try {
    key = make(crypto);
  } catch {
    key = undefined;
  }
  if (key?.type === type && key.asymmetricKeyType === 'ed25519') return { crypto, key };
  throw invalidInput(path, `expected an Ed25519 ${type} key: PEM text, a KeyObject or a CryptoKey`);
}

function objectOf(crypto: NodeCrypto, key: KeyLike): KeyObject {
  return (key as KeyObject).asymmetricKeyType === undefined ? crypto.KeyObject.from(key) : key;
}

/** The bytes that are signed: the 64 digits of the head. */
export const signedBytes = (head: string): Uint8Array => new TextEncoder().encode(head);

/** Creates a function that signs. @throws `InvalidInputError` if the key is invalid. */
export function signerOf({ privateKey, keyId }: SigningKey): (head: string) => Uint8Array {
  if (typeof keyId !== 'string' || !KEY_ID.test(keyId)) {
    throw invalidInput('sign.keyId', 'expected 1 to 64 characters of A-Z a-z 0-9 . _ -');
  }
  const { crypto, key } = keyOf('sign.privateKey', 'private', (node) =>
    typeof privateKey === 'string' ? node.createPrivateKey(privateKey) : objectOf(node, privateKey),
  );
  return (head) => new Uint8Array(crypto.sign(null, signedBytes(head), key));
}

/** Whether a signature was made with this key. */
export type SignatureCheck = (head: string, signature: Uint8Array) => boolean;

/** Creates a function that checks signatures. @throws `InvalidInputError` if the key is invalid. */
export function signatureCheck(path: string, publicKey: string | KeyLike): SignatureCheck {
  const { crypto, key } = keyOf(path, 'public', (node) => {
    if (typeof publicKey !== 'string') return objectOf(node, publicKey);
    if (publicKey.includes('PRIVATE')) throw new Error('expected a public key');
    return node.createPublicKey(publicKey);
  });
  return (head, signature) => crypto.verify(null, signedBytes(head), key, signature);
}

/** Whether `bytes` contains `wanted`. */
export function hasBytes(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}

/** Decodes hexadecimal digits. */
export const bytesOfHex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/**
 * Returns what is wrong with a token, without using the authority's certificate: it must be a DER
 * sequence that contains the digest. `openssl ts -verify` checks whether it is genuine.
 */
export function tokenProblem(token: unknown, sha256: string): string | undefined {
  if (!(token instanceof Uint8Array)) return 'expected a Uint8Array';
  if (token.byteLength > TOKEN_MAX_BYTES) return `it is longer than ${TOKEN_MAX_BYTES} bytes`;
  if (token[0] !== 0x30) return 'it is not an RFC 3161 token: expected a DER sequence';
  return hasBytes(token, bytesOfHex(sha256)) ? undefined : 'it is for another digest';
}

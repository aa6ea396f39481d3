import { normalizePhone } from '../acceptance/normalize-phone.ts';
import { builtinModule } from '../platform/builtin-module.ts';

interface NodeDigest {
  update(text: string): NodeDigest;
  digest(encoding: 'hex'): string;
}

interface NodeCrypto {
  createHash(algorithm: 'sha256'): NodeDigest;
  createHmac(algorithm: 'sha256', key: string): NodeDigest;
}

/** Digests that identify a share and a phone, and from which neither can be recovered. */
export interface Fingerprint {
  readonly shareSha256: string;
  readonly phoneDigest: string;
}

const utf8 = new TextEncoder();

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the ten digits, so that spelling does not matter. What is no number is compared as a text. */
const sameOf = (phone: string): string => normalizePhone(phone.normalize('NFKC')) ?? phone.trim();

async function webFingerprint(share: string, digits: string): Promise<Fingerprint> {
  const { subtle } = crypto;
  const bytes = utf8.encode(share);
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const phoneDigest = hexOf(await subtle.sign('HMAC', key, utf8.encode(digits)));
  return { shareSha256: hexOf(await subtle.digest('SHA-256', bytes)), phoneDigest };
}

/**
 * Computes the digests of a share (its token, or the whole text if it contains none) and a phone.
 * The phone's digest is keyed with the share, which is erased with the decision: a plain digest of
 * ten digits could be reversed by trying all numbers.
 */
export async function fingerprintOf(share: string, phone: string): Promise<Fingerprint> {
  const digits = sameOf(phone);
  const key = share === '' ? ' ' : share; // WebCrypto rejects an empty key
  const nodeCrypto = builtinModule('node:crypto') as NodeCrypto | undefined;
  if (nodeCrypto === undefined) return webFingerprint(key, digits);
  return {
    shareSha256: nodeCrypto.createHash('sha256').update(key).digest('hex'),
    phoneDigest: nodeCrypto.createHmac('sha256', key).update(digits).digest('hex'),
  };
}

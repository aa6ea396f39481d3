import { invalidInput } from '../errors/invalid-input-error.ts';
import { joinBytes } from '../platform/join-bytes.ts';
import { bytesOfHex, hasBytes, type TimestampFunction, TOKEN_MAX_BYTES } from './seal.ts';

/** Shorter than a run waits for a time stamp, so that the request ends before. */
const ANSWER_WITHIN_MS = 50_000;
const NONCE_BYTES = 8;

/** `SEQUENCE { INTEGER 1, SEQUENCE { SEQUENCE { sha256, NULL }, OCTET STRING of 32`: 67 bytes in all. */
const QUERY_BEGIN = bytesOfHex('30430201013031300d060960864801650304020105000420');
/** `INTEGER` of eight bytes. */
const NONCE_BEGIN = [0x02, NONCE_BYTES];
/** `BOOLEAN TRUE`: requests the authority's certificate, which a check years later needs. */
const WITH_CERTIFICATE = [0x01, 0x01, 0xff];

/** A random DER integer of exactly eight bytes: positive, without a redundant leading byte. */
function newNonce(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Uint8Array.of(...NONCE_BEGIN, ...bytes);
}

/** Where the content of the DER value at `at` begins. */
function contentAt(bytes: Uint8Array, at: number): number {
  const length = bytes[at + 1] ?? 0;
  return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
}

/** RFC 3161, 2.4.2: `SEQUENCE { SEQUENCE { INTEGER status, … }, token }`. */
function statusOf(reply: Uint8Array): number | undefined {
  const info = contentAt(reply, 0);
  const status = contentAt(reply, info);
  const isReply = reply[0] === 0x30 && reply[info] === 0x30 && reply[status] === 0x02;
  return isReply && reply[status + 1] === 1 ? reply[status + 2] : undefined;
}

async function bodyOf({ body }: Response): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.byteLength;
    if (length > TOKEN_MAX_BYTES) throw new Error('the authority sent too many bytes');
    kept.push(piece);
  }
  return joinBytes(kept);
}

async function stamp(url: URL, sha256: string): Promise<Uint8Array> {
  const nonce = newNonce();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Uint8Array.of(...QUERY_BEGIN, ...bytesOfHex(sha256), ...nonce, ...WITH_CERTIFICATE),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the authority responded with ${response.status}`);
  }
  const reply = await bodyOf(response);
  const status = statusOf(reply);
  if (status === undefined) throw new Error('the authority did not send an RFC 3161 reply');
  // 0: granted. 1: granted with changes.
  if (status > 1) throw new Error(`the authority refused, with status ${status}`);
  if (!hasBytes(reply, nonce)) throw new Error('the reply is for another query');
  return reply;
}

/**
 * Creates a `timestamp` option that uses an RFC 3161 time stamp authority over HTTP. It sends only the
 * SHA-256, and returns the reply with the authority's certificate, for `openssl ts -verify`.
 *
 * @param url the URL of the authority, such as `https://freetsa.org/tsr`. TLS is not needed, because the
 * reply is signed.
 * @throws `InvalidInputError` if it is not such a URL. The function throws an `Error` if the authority
 * gives no time stamp; in a run, this becomes a problem of kind `seal`.
 * @example
 * ```ts
 * const timestamp = timestampAuthority('https://freetsa.org/tsr');
 * await archiveEvidence(client, { vault: folderVault('evidence'), timestamp });
 * ```
 */
export function timestampAuthority(url: string): TimestampFunction {
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = address !== undefined && ['http:', 'https:'].includes(address.protocol);
  if (!isWeb || address.username !== '' || address.password !== '') {
    throw invalidInput('url', 'expected an http or https URL without user information');
  }
  return (sha256) => stamp(address, sha256);
}

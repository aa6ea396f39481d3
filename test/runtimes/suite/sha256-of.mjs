/** Returns the SHA-256 of `bytes` by WebCrypto, in hexadecimal, to compare with the client's own. */
export async function sha256Of(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

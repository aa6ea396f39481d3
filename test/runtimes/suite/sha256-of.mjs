/** The SHA-256 of `bytes` by WebCrypto, in hexadecimal digits: what the client's own is compared with. */
export async function sha256Of(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Codes that occur only before the first byte of a request is sent, on Node, Deno and Bun. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_CLOSED', // its dispatcher takes no more requests
  'UND_ERR_BPL_MISSING_UPSTREAM',
  'UND_ERR_MAX_ORIGINS_REACHED',
  'UND_ERR_PRX_CONN',
  'UND_ERR_PRX_TLS',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'INVALID_CA',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What Node says, without a system call, of a connection that was closed in the TLS handshake. */
const NO_HANDSHAKE =
  'Client network socket disconnected before secure TLS connection was established';

/**
 * OpenSSL's codes of handshakes that failed before the request: our refusals of a server's hello, and
 * the alerts that only answer ours (RFC 8446 §6.2), as OpenSSL 3.0 and 3.5 name them. Any other alert
 * may also come once the request has been sent, such as the refusal of a client's certificate.
 */
const NO_COMMON_TLS =
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|DH_KEY_TOO_SMALL|(?:SSL\/TLS|SSLV3|TLSV1|TLSV13)_(?:ALERT_)?(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION|INSUFFICIENT_SECURITY|INAPPROPRIATE_FALLBACK|MISSING_EXTENSION|UNRECOGNIZED_NAME|UNKNOWN_PSK_IDENTITY|NO_APPLICATION_PROTOCOL))$/;

/**
 * Part of OpenSSL's message if the wrong version came after the handshake. undici never reports that
 * one; `node:https` does.
 */
const AFTER_HANDSHAKE = 'tls_default_validate_record_header';

/** Codes that prove this only if it was connecting that failed. */
const WHILE_CONNECTING = new Set(['ETIMEDOUT', 'ECONNRESET']);

/**
 * How Node's and Deno's `fetch` refuse a port, which the fetch standard requires before connecting.
 * Bun refuses none.
 */
const REFUSED_PORT = /^(?:bad port|Fetch failed: Requests to port \d{1,5} are blocked)$/;

/** How undici reports that a proxy opened no tunnel; its code is that of any abort. */
const NO_TUNNEL = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/;

/** System calls made before the first byte is sent. */
const EARLY_CALLS = new Set(['connect', 'getaddrinfo']);

/** How far a chain of causes is followed. */
const DEPTH_MAX = 8;

interface Failure {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Returns whether one error of the chain proves it; `undefined` if the error says nothing. */
function verdictOf({ name, code, syscall, message }: Failure): boolean | undefined {
  if (typeof code === 'string') {
    const early =
      syscall === undefined || (typeof syscall === 'string' && EARLY_CALLS.has(syscall));
    if (BEFORE_SENDING.has(code)) return early;
    const text = typeof message === 'string' ? message : '';
    if (code === 'UND_ERR_ABORTED') return NO_TUNNEL.test(text);
    if (code === 'ECONNRESET' && syscall === undefined) return text === NO_HANDSHAKE;
    if (WHILE_CONNECTING.has(code)) return syscall === 'connect';
    return NO_COMMON_TLS.test(code) && !text.includes(AFTER_HANDSHAKE);
  }
  // Deno without the permission for this host.
  if (name === 'NotCapable') return true;
  if (typeof message !== 'string') return undefined;
  // Deno gives no code; its HTTP library names the phase.
  if (message.includes('client error (Connect)') || REFUSED_PORT.test(message)) return true;
  return undefined;
}

/**
 * Returns whether `cause` proves that nothing of the request was sent. If it does not, the request
 * may have arrived. On Workers, or with a user's own `fetch`, it usually cannot prove it.
 */
export function provesNotSent(cause: unknown, depth = 0): boolean {
  if (typeof cause !== 'object' || cause === null || depth > DEPTH_MAX) return false;
  const failure = cause as Failure;
  // One error per address that was tried; the outer code is only that of the first.
  if (Array.isArray(failure.errors) && failure.errors.length > 0) {
    return failure.errors.every((error) => provesNotSent(error, depth + 1));
  }
  return verdictOf(failure) ?? provesNotSent(failure.cause, depth + 1);
}

/**
 * Returns what the first telling error in the chain of causes says, for a message: its code, `bad
 * port`, or the status of a proxy; `undefined` if there is none.
 */
export function codeOfCause(cause: unknown, depth = 0): string | undefined {
  if (typeof cause !== 'object' || cause === null || depth > DEPTH_MAX) return undefined;
  const { code, message, cause: deeper } = cause as Failure;
  const text = typeof message === 'string' ? message : '';
  const [, status] = NO_TUNNEL.exec(text) ?? [];
  if (status !== undefined) return `the proxy answered ${status}`;
  // Only what looks like a code is repeated: other text may hold anything. Some of OpenSSL's alerts
  // are `ERR_SSL_SSL/TLS_…`.
  if (typeof code === 'string' && /^[A-Za-z]\w{2,60}(?:\/TLS_\w{2,60})?$/.test(code)) return code;
  if (REFUSED_PORT.test(text)) return 'bad port';
  return codeOfCause(deeper, depth + 1);
}

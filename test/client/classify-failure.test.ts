import { describe, expect, it } from 'vitest';
import { codeOfCause, provesNotSent } from '../../src/transport/classify-failure.ts';

const failure = (code: string, extra: object = {}) =>
  Object.assign(new Error('x'), { code, ...extra });
const wrapped = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('proof that nothing was sent', () => {
  it.each([
    ['ECONNREFUSED', failure('ECONNREFUSED', { syscall: 'connect' })],
    ['ENOTFOUND', failure('ENOTFOUND', { syscall: 'getaddrinfo' })],
    ['EAI_AGAIN', failure('EAI_AGAIN', { syscall: 'getaddrinfo' })],
    ['EHOSTUNREACH', failure('EHOSTUNREACH', { syscall: 'connect' })],
    ['ENETUNREACH', failure('ENETUNREACH')],
    ['a connect timeout of undici', failure('UND_ERR_CONNECT_TIMEOUT')],
    ['ETIMEDOUT while connecting', failure('ETIMEDOUT', { syscall: 'connect' })],
    ['ECONNRESET while connecting', failure('ECONNRESET', { syscall: 'connect' })],
    ['a certificate that has expired', failure('CERT_HAS_EXPIRED')],
    ['a certificate of our own making', failure('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['a certificate of another host', failure('ERR_TLS_CERT_ALTNAME_INVALID')],
    [
      'a connection that was closed in the TLS handshake',
      failure('ECONNRESET', {
        message: 'Client network socket disconnected before secure TLS connection was established',
      }),
    ],
    ...[
      'WRONG_VERSION_NUMBER',
      'UNSUPPORTED_PROTOCOL',
      'SSL/TLS_ALERT_HANDSHAKE_FAILURE',
      'SSLV3_ALERT_HANDSHAKE_FAILURE', // as OpenSSL 3.0 says it
      'TLSV1_ALERT_PROTOCOL_VERSION',
      'TLSV1_UNRECOGNIZED_NAME',
      'TLSV13_ALERT_MISSING_EXTENSION',
    ].map((code): [string, Error] => [`TLS: ${code}`, failure(`ERR_SSL_${code}`)]),
    ['Bun’s own name', failure('ConnectionRefused')],
    [
      'Deno, which gives no code',
      new TypeError(
        'error sending request for url (https://h/): client error (Connect): tcp connect error',
      ),
    ],
    ['Deno without its permission', Object.assign(new Error('x'), { name: 'NotCapable' })],
    ['a port that fetch refuses', new Error('bad port')],
    ['the same on Deno', new TypeError('Fetch failed: Requests to port 6666 are blocked')],
    [
      'every address refused',
      wrapped(
        new AggregateError([
          failure('ECONNREFUSED', { syscall: 'connect' }),
          failure('ENETUNREACH', { syscall: 'connect' }),
        ]),
      ),
    ],
  ])('%s', (_, cause) => {
    expect(provesNotSent(cause)).toBe(true);
    expect(provesNotSent(wrapped(cause))).toBe(true);
  });

  it.each([
    ['ECONNRESET while reading', failure('ECONNRESET', { syscall: 'read' })],
    ['ECONNRESET without a system call', failure('ECONNRESET')],
    ['ETIMEDOUT while writing', failure('ETIMEDOUT', { syscall: 'write' })],
    ['EHOSTUNREACH while reading', failure('EHOSTUNREACH', { syscall: 'read' })],
    ['EPIPE', failure('EPIPE')],
    ...[
      'TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'SSL/TLS_ALERT_BAD_CERTIFICATE',
      'TLSV1_ALERT_UNKNOWN_CA',
      'TLSV1_ALERT_INTERNAL_ERROR',
      'SSL/TLS_ALERT_UNEXPECTED_MESSAGE',
      'BAD_RECORD_TYPE',
    ].map((code): [string, Error] => [`TLS: ${code}`, failure(`ERR_SSL_${code}`)]),
    [
      'another version in the middle of a connection',
      failure('ERR_SSL_WRONG_VERSION_NUMBER', {
        message:
          'error:0A00010B:SSL routines:tls_default_validate_record_header:wrong version number',
      }),
    ],
    ['a socket of undici', failure('UND_ERR_SOCKET')],
    ['headers timeout', failure('UND_ERR_HEADERS_TIMEOUT')],
    [
      'one address of two that may have been reached',
      new AggregateError([failure('ECONNREFUSED'), failure('ECONNRESET')]),
    ],
    [
      'an unproved failure over a proved one',
      failure('UND_ERR_SOCKET', { cause: failure('ECONNREFUSED') }),
    ],
    ['a port named among other words', new Error('reply 502: bad port')],
    ['a port that was blocked on the way', new Error('Requests to port 25 are blocked upstream')],
    ['a code beside it', failure('UND_ERR_SOCKET', { message: 'bad port' })],
    ['no code at all', new TypeError('Network connection lost')],
    ['no error', 'ECONNREFUSED'],
    ['nothing', undefined],
    ['null', null],
    ['an empty aggregate', new AggregateError([])],
  ])('not: %s', (_, cause) => {
    expect(provesNotSent(cause)).toBe(false);
  });

  it('ends on a chain that never does', () => {
    const circle = new Error('x');
    circle.cause = circle;
    expect(provesNotSent(circle)).toBe(false);
    expect(codeOfCause(circle)).toBeUndefined();
  });
});

describe('the code in a message', () => {
  it('is the first in the chain that looks like one', () => {
    expect(codeOfCause(wrapped(failure('EPIPE')))).toBe('EPIPE');
    expect(codeOfCause(failure('sk live.secret', { cause: failure('EPIPE') }))).toBe('EPIPE');
    expect(codeOfCause(failure('a b'))).toBeUndefined();
    expect(codeOfCause('EPIPE')).toBeUndefined();
    const alert = 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE';
    expect(codeOfCause(wrapped(failure(alert)))).toBe(alert);
    expect(codeOfCause(failure('GET/v1/shares/tok_1'))).toBeUndefined();
    expect(codeOfCause(wrapped(new Error('bad port')))).toBe('bad port');
  });
});

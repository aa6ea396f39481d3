import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoListener, expectNoSecret } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { startHostileServer } from './support/hostile-server.ts';
import { createWorld } from './support/hostile-world.ts';
import { certificate } from './support/localhost-certificate.ts';

expectNoTimerLeft();

const ignore = (): undefined => undefined;

/** Listens on plain TCP and answers the first bytes of each connection. */
const answering = (answer: (socket: Socket) => unknown): Server =>
  createServer((socket) => {
    socket.on('error', ignore);
    socket.once('data', () => answer(socket));
  });

const encrypted = (options: tls.TlsOptions, onData?: (socket: Socket) => unknown): tls.Server =>
  tls.createServer({ ...certificate, ...options }, (socket) => {
    socket.on('error', ignore);
    if (onData !== undefined) socket.once('data', () => onData(socket));
  });

/** A fatal alert (RFC 8446 §6), in answer to the client's hello. */
const alert = (description: number): Buffer => Buffer.from([21, 3, 3, 0, 2, 2, description]);

/** A server that finishes the handshake, reads the request, and then sends bytes that are not TLS. */
async function answeringInPlain(version: tls.SecureVersion): Promise<Server> {
  let outer: Socket | undefined;
  const inner = encrypted({ minVersion: version, maxVersion: version }, () =>
    outer?.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  ).listen(0, 'localhost');
  await once(inner, 'listening');
  const server = createServer((socket) => {
    outer = socket;
    const onward = connect((inner.address() as AddressInfo).port, 'localhost');
    for (const each of [socket, onward]) each.on('error', ignore);
    socket.pipe(onward).pipe(socket);
  });
  return server.on('close', () => inner.close());
}

type Make = () => Server | Promise<Server>;

const unfinished: readonly (readonly [string, Make])[] = [
  ['is closed as it begins', () => createServer((socket) => socket.on('error', ignore).end())],
  ['is closed after the client’s hello', () => answering((socket) => socket.end())],
  [
    'is answered in plain HTTP',
    () => answering((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  ],
  [
    'finds only versions that are too old',
    () => encrypted({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' }),
  ],
  [
    'of TLS 1.2 lacks a client’s certificate',
    () => encrypted({ maxVersion: 'TLSv1.2', requestCert: true, rejectUnauthorized: true }),
  ],
  ...(
    [
      ['handshake_failure', 40],
      ['protocol_version', 70],
      ['insufficient_security', 71],
      ['inappropriate_fallback', 86],
      ['missing_extension', 109],
      ['unrecognized_name', 112],
      ['unknown_psk_identity', 115],
      ['no_application_protocol', 120],
    ] as const
  ).map(([name, description]): [string, Make] => [
    `is refused with ${name}`,
    () => answering((socket) => socket.end(alert(description))),
  ]),
];

const unproved: readonly (readonly [string, Make])[] = [
  ['is reset', () => answering((socket) => socket.resetAndDestroy())],
  [
    'ends, and then TLS 1.3 lacks a client’s certificate',
    () => encrypted({ minVersion: 'TLSv1.3', requestCert: true, rejectUnauthorized: true }),
  ],
  ['ends, and then the connection is closed', () => encrypted({}, (socket) => socket.end())],
  ['of TLS 1.2 ends, and then plain text comes', () => answeringInPlain('TLSv1.2')],
  ['of TLS 1.3 ends, and then plain text comes', () => answeringInPlain('TLSv1.3')],
  // The first client to be refused like this may also have sent its request.
  ['is refused with certificate_required', () => answering((socket) => socket.end(alert(116)))],
  ['is refused with internal_error', () => answering((socket) => socket.end(alert(80)))],
];

/** One operation for each rule of repeating. */
const firstRequests = [
  ...new Map(
    hostileOperations.filter((each) => each.strikeAt === 0).map((each) => [each.rule, each]),
  ).values(),
];

/** Makes calls to a server of `make`'s. Returns their errors, without secrets or leaks. */
async function failuresAt(make: Make) {
  await using honest = await startHostileServer();
  const server = (await make()).listen(0, 'localhost');
  await once(server, 'listening');
  const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const failures: { rule: string; error: unknown }[] = [];
  for (const operation of firstRequests) {
    const world = createWorld(honest);
    const client = world.client.withOptions({ baseUrl });
    const shareUrl = new URL(world.shareUrl).pathname;
    const { signal } = new AbortController();
    const call = operation.call({ ...world, client, shareUrl }, { signal, maxRetries: 1 });
    const error: unknown = await call.then(ignore, (reason: unknown) => reason);
    expectNoListener(signal);
    expectNoSecret(error, world.secrets);
    failures.push({ rule: operation.rule, error });
  }
  server.close();
  return failures;
}

describe('a TLS handshake', () => {
  const before = tls.getCACertificates('default');
  beforeAll(() => {
    tls.setDefaultCACertificates([certificate.cert.toString()]);
  });
  afterAll(() => {
    tls.setDefaultCACertificates(before);
  });

  it.each(unfinished)('that %s sent nothing', async (_, make) => {
    for (const { error } of await failuresAt(make)) {
      expect(error).toMatchObject({
        name: 'ConnectionError',
        outcome: 'not_sent',
        attempts: 2, // every operation may be repeated
        message: expect.stringMatching(/could not connect to https:.*: (?:ERR_SSL_|ECONNRESET)/),
      });
    }
  });

  it.each(unproved)('that %s proves nothing', async (_, make) => {
    for (const { rule, error } of await failuresAt(make)) {
      expect(error).toMatchObject({
        name: 'ConnectionError',
        outcome: 'unknown',
        attempts: rule === 'once' ? 1 : 2,
      });
    }
  });
});

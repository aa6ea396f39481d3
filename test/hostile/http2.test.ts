import { once } from 'node:events';
import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentEvidence } from '../../src/client/client.ts';
import { clientOf } from '../client/support/client-of.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { certificate } from './support/localhost-certificate.ts';
import { way as by } from './support/way.ts';

/** Node 26 is the first version whose `fetch` speaks HTTP/2. */
const speaksHttp2 = Number(process.versions.node.split('.')[0]) >= 26;

const answers: Readonly<Record<string, (stream: ServerHttp2Stream) => unknown>> = {
  'refuses the stream': (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  'says that it was misdirected': (stream) => {
    stream.respond({ ':status': 421 });
    stream.end();
  },
  'breaks off': (stream) => stream.session?.destroy(),
};

const posts: readonly [string, (client: ConsentEvidence) => Promise<unknown>][] = [
  ['collect', (client) => client.cdrs.collect('cdr_1')],
  ['share', (client) => client.cdrs.share('cdr_1')],
  ['share for a day', (client) => client.cdrs.share('cdr_1', { expiresIn: { days: 1 } })],
  ['receive', (client) => client.shares.receive('tok_1')],
];

describe.runIf(speaksHttp2).each(Object.keys(answers))('a server of HTTP/2 that %s', (way) => {
  const before = speaksHttp2 ? tls.getCACertificates('default') : [];
  beforeAll(() => {
    tls.setDefaultCACertificates([...before, certificate.cert.toString()]);
  });
  afterAll(() => {
    tls.setDefaultCACertificates(before);
  });

  it.each(posts)('gets a %s once', async (_, post) => {
    let seen = 0;
    const server = createSecureServer(certificate);
    server.on('stream', (stream) => {
      seen += 1;
      stream.on('error', () => undefined);
      answers[way]?.(stream);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const error = await failureOf(post(clientOf(url, { maxRetries: 0, ...by })));
    expect(error).toMatchObject({ attempts: 1, outcome: 'unknown' });
    expect(seen).toBe(1);
    server.close();
  });
});

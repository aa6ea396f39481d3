import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveEvidence, folderVault, timestampAuthority } from '../../src/archive/index.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { type AuthorityReply, authorityServer } from './support/authority-server.ts';
import { linesIn } from './support/lines-in.ts';
import { hasOpenssl, opensslAuthority } from './support/openssl-authority.ts';

const DIGEST = 'ab'.repeat(32);
const bytes = (...each: number[]): Uint8Array => Uint8Array.from(each);

describe.runIf(hasOpenssl())('an RFC 3161 authority over HTTP', () => {
  it('stamps a run, and plain openssl checks the reply', async () => {
    const authority = opensslAuthority(tempFolder());
    await using server = await authorityServer((query) => ({ body: authority.reply(query) }));
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const folder = tempFolder();
    const vault = folderVault(folder);
    const timestamp = timestampAuthority(server.url);
    const { problems } = await archiveEvidence(client, { vault, timestamp });
    expect(problems).toEqual([]);
    const seal = (await linesIn(vault)).at(-1);
    if (seal?.kind !== 'seal') throw new Error('the last line is no seal');
    const token = path.join(folder, seal.timestamp?.path ?? '');
    expect(authority.verify(token, seal.previous)).toContain('Verification: OK');
    expect(server.types).toEqual(['POST application/timestamp-query']);
  });

  it('is not believed where its reply is to another query, of the same digest', async () => {
    const authority = opensslAuthority(tempFolder());
    let first: Uint8Array | undefined;
    await using server = await authorityServer((query) => ({
      body: (first ??= authority.reply(query)),
    }));
    const timestamp = timestampAuthority(server.url);
    expect(await timestamp(DIGEST)).toEqual(new Uint8Array(first ?? []));
    await expect(timestamp(DIGEST)).rejects.toThrow('the reply is for another query');
  });
});

it.each([0, 1])('an authority may grant a time stamp with status %i', async (status) => {
  await using server = await authorityServer((query) => {
    const nonce = query.subarray(56, 66);
    const info = bytes(0x30, 0x81, 3, 2, 1, status);
    return { body: bytes(0x30, 0x82, 0, info.length + 10, ...info, ...nonce) };
  });
  const reply = await timestampAuthority(server.url)(DIGEST);
  expect([...reply.subarray(4, 10)]).toEqual([0x30, 0x81, 3, 2, 1, status]);
});

describe('an authority that gives no time stamp', () => {
  it.each<[string, AuthorityReply, string]>([
    ['fails', { status: 503, body: bytes() }, 'the authority responded with 503'],
    ['refuses', { body: bytes(0x30, 5, 0x30, 3, 2, 1, 2) }, 'refused, with status 2'],
    ['is of another form', { body: bytes(0x30, 5, 0x30, 3, 2, 2, 0) }, 'did not send an RFC 3161'],
    ['sends a page', { body: Buffer.from('<html>') }, 'did not send an RFC 3161 reply'],
    ['sends nothing', { body: bytes() }, 'did not send an RFC 3161 reply'],
    ['sends no end', { body: new Uint8Array(300_000) }, 'too many bytes'],
  ])('%s: it is said, and the run is a problem', async (_what, reply, message) => {
    await using server = await authorityServer(() => reply);
    const timestamp = timestampAuthority(server.url);
    await expect(timestamp(DIGEST)).rejects.toThrow(message);
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const vault = folderVault(tempFolder());
    const { problems, counts } = await archiveEvidence(client, { vault, timestamp });
    expect(counts.archived).toBe(1);
    expect(problems).toMatchObject([{ kind: 'seal', message: expect.stringContaining(message) }]);
  });

  it.each(['', 'now', 'ftp://stamps.example/', 'https://me:secret@stamps.example/', 5 as never])(
    'is refused at once if its URL is invalid: %j',
    (url) => {
      expect(() => timestampAuthority(url)).toThrow(InvalidInputError);
      expect(() => timestampAuthority(url)).not.toThrow(/secret/);
    },
  );
});

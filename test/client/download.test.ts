import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cdr, CdrListEntry } from '../../src/contract/cdr.ts';
import type { DownloadedEvidence } from '../../src/resources/evidence-receipt.ts';
import type { TraceEvent } from '../../src/transport/trace-event.ts';
import {
  brokenConnection,
  hanging,
  lateAnswer,
  no,
  ok,
  type Play,
  page,
  playing,
  refusedConnection,
} from './support/answers.ts';
import { clientWith, manualClock } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { cdr, entry } from './support/operations.ts';

const IMAGE = new TextEncoder().encode('an image of a page');
const SHA256 = createHash('sha256').update(IMAGE).digest('hex');
const URL_1 = 'https://store.example/img/1?sig=abcdef';
const pick = { collected: true as const, size: IMAGE.byteLength, downloadUrl: URL_1 };
const collected = { ...cdr, ...pick };
const record = ok({ cdr: collected });
const image: Play = () => new Response(IMAGE, { headers: { 'content-type': 'image/png; x=1' } });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'consent-evidence-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Both ways to download, behind one signature. */
const ways = {
  download: (
    client: ReturnType<typeof clientWith>,
    options?: object,
    cdr: string | CdrListEntry = 'cdr_1',
  ) => client.cdrs.download(cdr, options),
  downloadTo: (
    client: ReturnType<typeof clientWith>,
    options?: object,
    cdr: string | CdrListEntry = 'cdr_1',
  ) => client.cdrs.downloadTo(cdr, join(folder, 'image.png'), options),
};

describe.each(['download', 'downloadTo'] as const)('%s', (way) => {
  const fetchImage = ways[way];

  it('reads the record, then the image without key and cookies, and checks it', async () => {
    const fetch = playing(record, image);
    const receipt = await fetchImage(clientWith(fetch));
    expect(receipt).toMatchObject({
      cdrId: 'cdr_1',
      contentType: 'image/png',
      size: IMAGE.byteLength,
      sha256: SHA256,
      fetchedAt: Date.UTC(2026, 0, 5, 12),
      requestId: 'req_ok',
    });
    expect(fetch.seen[1]).toMatchObject({
      url: URL_1,
      method: 'GET',
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
    expect(Object.keys(fetch.seen[1]?.headers ?? {})).toEqual(['accept', 'user-agent']);
  });

  it('reads the record again for a URL that has died meanwhile, once', async () => {
    for (const status of [403, 404, 410]) {
      const fresh = ok({ cdr: { ...collected, downloadUrl: 'https://store.example/img/2' } });
      const fetch = playing(record, page(status), fresh, image);
      expect(await fetchImage(clientWith(fetch))).toMatchObject({ sha256: SHA256 });
      expect(fetch.seen.map(({ url }) => url)).toEqual([
        'https://api.example.com/v1/cdrs/cdr_1',
        URL_1,
        'https://api.example.com/v1/cdrs/cdr_1',
        'https://store.example/img/2',
      ]);
      const dead = playing(record, page(status), record, page(status));
      expect(await failureOf(fetchImage(clientWith(dead)))).toMatchObject({
        name: 'UnexpectedReplyError',
        status,
        attempts: 4,
        operation: 'cdrs.download',
      });
      expect(dead.seen).toHaveLength(4);
    }
  });

  it('refuses a reply about another record, before it asks for the image', async () => {
    const fetch = playing(ok({ cdr: { ...collected, cdrId: 'cdr_other' } }), image);
    const error = await failureOf(fetchImage(clientWith(fetch)));
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', attempts: 1 });
    expect(error).toMatchObject({
      message: expect.stringContaining('the reply is about another record'),
    });
    expect(fetch.seen).toHaveLength(1);
  });

  it('retries the record and the store as reads', async () => {
    const fetch = playing(page(503), record, page(500), brokenConnection, image);
    expect(await fetchImage(clientWith(fetch))).toMatchObject({ sha256: SHA256 });
    expect(fetch.seen).toHaveLength(5);
  });

  it('a store that cannot be reached comes after an API that answered', async () => {
    const fetch = playing(record, refusedConnection);
    const error = await failureOf(fetchImage(clientWith(fetch, { maxRetries: 0 })));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'refused', attempts: 2 });
  });

  it('starts again after a body that broke off', async () => {
    // The second pull comes after the first piece was taken: `start` would lose it to the error.
    const half: Play = () => {
      const pieces = [IMAGE.slice(0, 5)];
      return new Response(
        new ReadableStream(
          {
            pull(controller) {
              const piece = pieces.shift();
              if (piece === undefined) controller.error(new Error('broken off'));
              else controller.enqueue(piece);
            },
          },
          { highWaterMark: 0 },
        ),
      );
    };
    const fetch = playing(record, half, image);
    expect(await fetchImage(clientWith(fetch))).toMatchObject({
      sha256: SHA256,
      size: IMAGE.byteLength,
    });
  });

  it.each([
    ['too short', IMAGE.slice(1)],
    ['too long', new Uint8Array(IMAGE.byteLength + 1)],
    ['empty', new Uint8Array()],
  ])('refuses an image that is %s', async (_, bytes) => {
    const fetch = playing(record, () => new Response(bytes));
    expect(await failureOf(fetchImage(clientWith(fetch)))).toMatchObject({
      name: 'EvidenceUnavailableError',
      reason: 'integrity',
      outcome: 'done',
      attempts: 2,
    });
  });

  it.each([
    ['not_collected', { ...cdr }],
    ['dev_mode', { ...cdr, devMode: true }],
  ])('is %s: nothing is collected, and no image asked for', async (reason, data) => {
    const fetch = playing(ok({ cdr: data }));
    expect(await failureOf(fetchImage(clientWith(fetch)))).toMatchObject({
      name: 'EvidenceUnavailableError',
      reason,
      outcome: 'refused',
      attempts: 1,
    });
    expect(fetch.seen).toHaveLength(1);
  });

  it.each([
    { size: undefined },
    { size: {} },
    { size: '18' },
    { contentType: undefined },
    { collected: 'yes' },
    { cdrId: 7 },
  ])('asks for no image of which the record does not tell enough: %j', async (odd) => {
    const fetch = playing(ok({ cdr: { ...collected, ...odd } }), image);
    const [field = ''] = Object.keys(odd);
    const error = await failureOf(fetchImage(clientWith(fetch)));
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', outcome: 'done' });
    expect(String(error)).toContain(`data.cdr.${field} is missing or malformed`);
    expect(fetch.seen).toHaveLength(1);
  });

  it.each([
    undefined,
    'not a url',
    'http://store.example/img',
    'ftp://store.example/img',
    'file:///etc/passwd',
    'https://user:pw@store.example/img',
  ])('asks no such address as %s', async (downloadUrl) => {
    const fetch = playing(ok({ cdr: { ...collected, downloadUrl } }));
    expect(await failureOf(fetchImage(clientWith(fetch)))).toMatchObject({
      name: 'UnexpectedReplyError',
      outcome: 'done',
    });
    expect(fetch.seen).toHaveLength(1);
  });

  it.each([
    'http://api.example.com',
    'http://127.0.0.1:9',
    'http://localhost:9',
    'http://10.0.0.1',
  ])('asks nothing of %s where the API is asked over https', async (origin) => {
    for (const allowInsecureHttp of [false, true]) {
      const fetch = playing(ok({ cdr: { ...collected, downloadUrl: `${origin}/img` } }), image);
      expect(await failureOf(fetchImage(clientWith(fetch, { allowInsecureHttp })))).toMatchObject({
        name: 'UnexpectedReplyError',
        outcome: 'done',
        message: expect.stringContaining('downloadUrl is not https://'),
      });
      expect(fetch.seen).toHaveLength(1);
    }
  });

  it.each(['http://store.example', 'http://169.254.169.254', 'http://plain.example:81'])(
    'asks nothing of %s where the API is asked over http on another origin',
    async (origin) => {
      const fetch = playing(ok({ cdr: { ...collected, downloadUrl: `${origin}/img` } }), image);
      const plain = { baseUrl: 'http://plain.example', allowInsecureHttp: true };
      expect(await failureOf(fetchImage(clientWith(fetch, plain)))).toMatchObject({
        name: 'UnexpectedReplyError',
        outcome: 'done',
      });
      expect(fetch.seen).toHaveLength(1);
    },
  );

  it('asks loopback hosts and the API’s own origin over http where the API is', async () => {
    for (const origin of ['http://127.0.0.1:9', 'http://localhost:9', 'http://plain.example']) {
      const fetch = playing(ok({ cdr: { ...collected, downloadUrl: `${origin}/img` } }), image);
      const client = clientWith(fetch, {
        baseUrl: 'http://plain.example',
        allowInsecureHttp: true,
      });
      expect(await fetchImage(client)).toMatchObject({ sha256: SHA256 });
    }
  });

  it('follows no redirect of the store', async () => {
    const redirect: Play = () =>
      new Response(null, {
        status: 302,
        headers: { location: 'https://elsewhere.example/x?sig=1' },
      });
    const error = await failureOf(fetchImage(clientWith(playing(record, redirect))));
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', status: 302 });
    expect((error as Error).message).toContain('https://elsewhere.example;');
  });

  it('reports a differing type to the trace, and returns the image', async () => {
    const events: TraceEvent[] = [];
    const jpeg: Play = () => new Response(IMAGE, { headers: { 'content-type': 'image/jpeg' } });
    const client = clientWith(playing(record, jpeg), {
      trace: (event) => events.push(event),
      validateReplies: 'throw',
    });
    expect(await fetchImage(client)).toMatchObject({ contentType: 'image/png' });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'reply-mismatch', path: 'contentType' }),
    );
    expect(JSON.stringify(events)).not.toContain('abcdef');
  });

  it('has one deadline over everything', async () => {
    const clock = manualClock();
    const slow: Play = (request) => {
      clock.at += 900;
      return record(request);
    };
    const fetch = playing(slow, page(403), slow, image);
    const error = await failureOf(fetchImage(clientWith(fetch, { clock }), { deadlineMs: 1_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', limit: 'deadlineMs', attempts: 3 });
  });

  it('can be aborted while the bytes arrive', async () => {
    const signal = AbortSignal.timeout(20);
    const stalled: Play = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(IMAGE.slice(0, 3));
          },
        }),
      );
    expect(
      await failureOf(fetchImage(clientWith(playing(record, stalled)), { signal })),
    ).toMatchObject({ name: 'AbortError' });
    expect(
      await failureOf(
        fetchImage(clientWith(playing(record, hanging)), { signal: AbortSignal.timeout(5) }),
      ),
    ).toMatchObject({ name: 'AbortError' });
  });

  it('is not disturbed by an attempt that has ended and is answered after all', async () => {
    const late = lateAnswer();
    const inHalves: Play = () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(IMAGE.slice(0, 7));
            late.arrive();
            await late.isCancelled;
            controller.enqueue(IMAGE.slice(7));
            controller.close();
          },
        }),
      );
    const client = clientWith(playing(record, late.play, inHalves), { timeoutMs: 60 });
    const receipt = await fetchImage(client);
    const bytes =
      way === 'download'
        ? (receipt as DownloadedEvidence).bytes
        : await readFile(join(folder, 'image.png'));
    expect(new Uint8Array(bytes)).toEqual(IMAGE);
    expect(receipt.sha256).toBe(SHA256);
  });

  it('an error of the API keeps its own name', async () => {
    expect(await failureOf(fetchImage(clientWith(playing(no(410, 'CDR_INVALID')))))).toMatchObject({
      code: 'CDR_INVALID',
      operation: 'cdrs.download',
    });
  });

  it('gives back the record that it has read', async () => {
    expect(await fetchImage(clientWith(playing(record, image)))).toMatchObject({
      record: collected,
    });
  });

  describe('with the record in hand', () => {
    it.each([
      ['a record', collected],
      ['a list entry', { ...entry, ...pick }],
    ])('asks for the image of %s alone, and gives that back', async (_, given) => {
      const fetch = playing(image);
      const receipt = await fetchImage(clientWith(fetch), {}, given);
      expect(receipt).toMatchObject({ cdrId: 'cdr_1', sha256: SHA256, size: IMAGE.byteLength });
      expect(receipt.record).toBe(given);
      expect(receipt).not.toHaveProperty('requestId');
      expect(fetch.seen.map(({ url }) => url)).toEqual([URL_1]);
    });

    it('reads it again where its URL has died, once', async () => {
      const fresh = { ...collected, downloadUrl: 'https://store.example/img/2' };
      const fetch = playing(page(403), ok({ cdr: fresh }), image);
      const receipt = await fetchImage(clientWith(fetch), {}, collected);
      expect(receipt).toMatchObject({ record: fresh, sha256: SHA256, requestId: 'req_ok' });
      const dead = playing(page(403), record, page(410));
      expect(await failureOf(fetchImage(clientWith(dead), {}, collected))).toMatchObject({
        name: 'UnexpectedReplyError',
        status: 410,
        attempts: 3,
      });
      expect(dead.seen).toHaveLength(3);
    });

    it.each([
      { collected: false, downloadUrl: undefined },
      { downloadUrl: undefined },
      { downloadUrl: 'http://store.example/img' },
      { downloadUrl: 'not a url' },
      { downloadUrl: 7 },
      { size: undefined },
      { size: -1 },
      { size: 1.5 },
      { contentType: undefined },
      { devMode: true },
    ])('reads the record again where the given one lacks something: %j', async (odd) => {
      const fetch = playing(record, image);
      const given = { ...collected, ...odd } as unknown as Cdr;
      expect(await fetchImage(clientWith(fetch), {}, given)).toMatchObject({ record: collected });
      expect(fetch.seen).toHaveLength(2);
    });

    it.each([{}, { cdrId: '' }, { cdrId: 7 }, { cdrId: 'a/b' }, null, 7, undefined, []])(
      'refuses %j',
      async (given) => {
        const fetch = playing(record, image);
        const odd = given as unknown as Cdr;
        const client = clientWith(fetch).cdrs;
        const call =
          way === 'download' ? client.download(odd) : client.downloadTo(odd, join(folder, 'x'));
        expect(await failureOf(call)).toMatchObject({
          name: 'InvalidInputError',
          issues: [{ path: 'cdrId' }],
        });
        expect(fetch.seen).toHaveLength(0);
      },
    );
  });

  it('leaves nothing behind but the image', async () => {
    await fetchImage(clientWith(playing(record, image)));
    await failureOf(fetchImage(clientWith(playing(record, page(400)))));
    expect(await readdir(folder)).toEqual(way === 'downloadTo' ? ['image.png'] : []);
  });
});

describe('download', () => {
  it('gives the bytes', async () => {
    const { bytes } = await clientWith(playing(record, image)).cdrs.download('cdr_1');
    expect(bytes).toEqual(IMAGE);
  });

  it('holds no more than 64 MiB', async () => {
    const fetch = playing(ok({ cdr: { ...collected, size: 64 * 1024 * 1024 + 1 } }));
    expect(await failureOf(clientWith(fetch).cdrs.download('cdr_1'))).toMatchObject({
      reason: 'too_large',
    });
    expect(fetch.seen).toHaveLength(1);
  });

  it('asks the store for exactly 64 MiB, and then finds that it sends less', async () => {
    const size = 64 * 1024 * 1024;
    const byId = playing(ok({ cdr: { ...collected, size } }), image);
    const byEntry = playing(image);
    for (const [fetch, cdr] of [
      [byId, 'cdr_1'],
      [byEntry, { ...entry, ...pick, size }],
    ] as const) {
      expect(await failureOf(clientWith(fetch).cdrs.download(cdr))).toMatchObject({
        reason: 'integrity',
      });
      expect(fetch.seen.at(-1)?.url).toBe(URL_1);
    }
  });
});

describe('downloadTo', () => {
  const path = () => join(folder, 'image.png');

  it('puts the whole image in its place, over an old one', async () => {
    await writeFile(path(), 'old');
    await clientWith(playing(record, image)).cdrs.downloadTo('cdr_1', path());
    expect(new Uint8Array(await readFile(path()))).toEqual(IMAGE);
  });

  it('leaves an old file alone when it fails, and no temporary one', async () => {
    await writeFile(path(), 'old');
    const failures: Play[] = [page(400), hanging, () => new Response(IMAGE.slice(1))];
    for (const play of failures) {
      const client = clientWith(playing(record, play), { timeoutMs: 10, maxRetries: 0 });
      await failureOf(client.cdrs.downloadTo('cdr_1', path()));
      expect(await readFile(path(), 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual(['image.png']);
    }
  });

  it('says what the file system refuses, before anything is sent', async () => {
    const fetch = playing(record, image);
    const error = await failureOf(
      clientWith(fetch).cdrs.downloadTo('cdr_1', join(folder, 'none', 'x')),
    );
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(fetch.seen).toHaveLength(0);
  });

  it('removes the temporary file when it cannot be put in its place', async () => {
    const late: Play = async (request) => {
      await mkdir(path()); // meanwhile, another program makes a folder of this name
      return image(request);
    };
    const error = await failureOf(
      clientWith(playing(record, late)).cdrs.downloadTo('cdr_1', path()),
    );
    expect(error).toMatchObject({ code: expect.stringMatching(/EISDIR|ENOTEMPTY|EPERM/) });
    expect(await readdir(folder)).toEqual(['image.png']);
  });

  it.each(['', 'a\0b', 'folder/', undefined, 7])('refuses the path %j', async (given) => {
    const work = clientWith(playing(record, image)).cdrs.downloadTo('cdr_1', given as string);
    expect(await failureOf(work)).toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: 'path' }],
    });
  });
});

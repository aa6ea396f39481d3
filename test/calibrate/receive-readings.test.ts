import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/calibrate/ask.ts';
import { REFUSAL_RULE } from '../../src/calibrate/refusal.ts';
import type { ReadingName } from '../../src/readings/readings.ts';
import {
  entriesOf,
  entryOf,
  failure,
  isReceive,
  type Reply,
  receives,
  refusal,
  success,
} from './support/crafted-run.ts';
import { partly, type RunOptions } from './support/partly.ts';
import { readingWords } from './support/reading-words.ts';

function measured(
  name: ReadingName,
  instead: (ask: Ask) => Reply | undefined,
  entries = entriesOf(1),
  options: RunOptions = {},
) {
  const made = partly(entries, instead, options);
  return { ...made, words: readingWords(made.run, name) };
}

const INVALID = failure(400, 'INVALID_ARGUMENT');
const REFUSES = failure(400, 'COLLECT_REQUIRED');
const NOT_FOUND = failure(404, 'NOT_FOUND');
const REFUSED = refusal({ [REFUSAL_RULE]: 'X' });

describe('collect: false', () => {
  it.each<[Reply, string]>([
    [REFUSES, 'is refuse'],
    [REFUSED, 'is defer'],
    [INVALID, 'differs: 400 INVALID_ARGUMENT'],
    [failure(409, 'COLLECT_REQUIRED'), 'differs: 409 COLLECT_REQUIRED'],
  ])('of %j: %s', async (reply, words) => {
    const found = measured('collectFalse', receives(reply));
    expect(await found.words).toBe(words);
    expect(found.sent()).toMatchObject([
      { path: '/v1/shares/tok_cdr_1', body: { collect: false } },
    ]);
  });

  const madeUp =
    (reply: Reply, known: Reply = REFUSES) =>
    (ask: Ask) =>
      isReceive(ask) ? (ask.path.includes('calibrate') ? reply : known) : undefined;
  it.each<[Reply, Reply, string]>([
    [REFUSES, REFUSES, 'is first'],
    [NOT_FOUND, REFUSES, 'is afterEarlyReturn'],
    [INVALID, REFUSES, 'differs: 400 INVALID_ARGUMENT'],
    [
      NOT_FOUND,
      REFUSED,
      'not measured: collect: false is not refused, so there is no order to measure',
    ],
  ])('of a made-up token %j, after %j: %s', async (reply, known, words) => {
    const found = measured('collectFalseOrder', madeUp(reply, known));
    expect(await found.words).toBe(words);
    expect(found.sent()[0]?.body).toMatchObject({ collect: false, acceptance: {} });
    if (known === REFUSES) expect(found.sent()[1]?.body).toEqual({ collect: false });
  });
});

describe('which phones are taken', () => {
  const [PLAIN, EXTENSION, WORD] = ['(212) 555-0147', '(212) 555-0147 x12', 'Phone: 212-555-0147'];
  const taking =
    (phones: readonly string[], otherwise: Reply = INVALID) =>
    (ask: Ask) => {
      if (!isReceive(ask)) return undefined;
      const { leadMatch } = (ask.body as { acceptance: { leadMatch: { phone: string } } })
        .acceptance;
      return phones.includes(leadMatch.phone) ? REFUSED : otherwise;
    };

  it.each<[readonly string[], Reply, string]>([
    [[PLAIN], INVALID, 'is strict'],
    [[PLAIN, EXTENSION], INVALID, 'is lenient'],
    [[PLAIN, WORD], INVALID, 'is digits'],
    [
      [PLAIN, EXTENSION, WORD],
      INVALID,
      'differs: both an extension and a word before the number are accepted',
    ],
    [[], INVALID, 'differs: a plain number is 400'],
    [[], NOT_FOUND, 'differs: (999) 999-9999: 404'],
    [[PLAIN], NOT_FOUND, 'differs: (999) 999-9999 x99: 404'],
    [[PLAIN, EXTENSION], failure(409, 'INVALID_ARGUMENT'), 'differs: Phone: 999-999-9999: 409'],
  ])('%j, otherwise %j: %s', async (phones, otherwise, words) => {
    expect(await measured('phoneGrammar', taking(phones, otherwise)).words).toBe(words);
  });
});

describe('the form of shareUrl', () => {
  const share =
    (data: object) =>
    ({ path }: Ask) =>
      path.endsWith('/share') ? success(data) : undefined;
  it.each<[object, string]>([
    [{ token: 't', shareUrl: '/v1/shares/t' }, 'is path'],
    [{ token: 't', shareUrl: 'https://a.example/v1/shares/t' }, 'is absolute'],
    [{ token: 't', shareUrl: 'http://a.example/v1/shares/t' }, 'is absolute'],
    [{ token: 't', shareUrl: 'ftp://a.example/v1/shares/t' }, 'differs: shareUrl has another form'],
    [
      { token: 't', shareUrl: 'see https://a.example/v1/shares/t' },
      'differs: shareUrl has another form',
    ],
    [
      { token: 't', shareUrl: 'https://a.example/v1/shares/u' },
      'differs: shareUrl has another form',
    ],
    [{ token: 't' }, 'differs: 200 { ok: boolean, requestId: string, data: { token: string } }'],
    [
      { shareUrl: '/v1/shares/undefined' },
      'differs: 200 { ok: boolean, requestId: string, data: { shareUrl: string } }',
    ],
  ])('of %j: %s', async (data, words) => {
    const { asked, ...found } = measured('shareUrl', share(data));
    expect(await found.words).toBe(words);
    expect(asked.at(-1)).toMatchObject({
      path: '/v1/cdrs/cdr_1/share',
      body: { expiresInMs: 60_000 },
    });
  });
});

describe('a share of a record that is not rendered', () => {
  const materials = { pendingCdrId: 'cdr_9' };
  const answers =
    (shared: Reply, ...reads: Reply[]) =>
    ({ method, path }: Ask) =>
      path.endsWith('/share')
        ? shared
        : method === 'GET'
          ? (reads.shift() ?? NOT_FOUND)
          : undefined;
  const TOKEN = success({ token: 't' });
  const READ = success({ cdr: {} });

  it.each<[Reply, Reply[], string]>([
    [NOT_FOUND, [], 'is notFound'],
    [TOKEN, [], 'is allowed'],
    [failure(409, 'GONE'), [], 'differs: 409 GONE'],
    [TOKEN, [READ], 'not measured: the record has already been rendered'],
    [TOKEN, [NOT_FOUND, READ], 'not measured: the record was rendered in the meantime'],
  ])('of %j, with reads %j: %s', async (shared, reads, words) => {
    const { asked, names, ...found } = measured('sharePending', answers(shared, ...reads), [], {
      materials,
    });
    expect(await found.words).toBe(words);
    expect(names()[0]).toBe('sender GET /v1/cdrs/cdr_9');
    if (reads.length === 0)
      expect(asked[1]).toMatchObject({
        path: '/v1/cdrs/cdr_9/share',
        body: { expiresInMs: 60_000 },
      });
  });

  it('needs such a record', async () => {
    expect(await measured('sharePending', () => undefined).words).toBe(
      'not measured: materials.pendingCdrId was not given',
    );
  });
});

describe('the status of a dead downloadUrl', () => {
  const LINK = 'https://files.example/1';
  const dead = (entries: ReturnType<typeof entriesOf>, status: number) => {
    const urls: string[] = [];
    const download = async (url: string) => {
      urls.push(url);
      return { status, headers: new Map(), text: '', bytes: 0 };
    };
    return { urls, ...measured('deadDownloadStatus', () => undefined, entries, { download }) };
  };
  const paid = [
    entryOf(1, { collected: false, downloadUrl: 'https://files.example/0' }),
    entryOf(2, { downloadUrl: LINK }),
  ];

  it.each([
    [403, 'is 403'],
    [410, 'is 410'],
    [200, 'differs: 200'],
  ])('%i: %s', async (status, words) => {
    const found = dead(paid, status);
    expect(await found.words).toBe(words);
    expect({ urls: found.urls, waits: found.waits }).toEqual({ urls: [LINK], waits: [310_000] });
  });

  it('needs a record with one', async () => {
    const NONE = 'not measured: no record of the sender’s has a downloadUrl';
    expect(await dead(paid.slice(0, 1), 403).words).toBe(NONE);
    expect(await dead(entriesOf(1), 403).words).toBe(NONE);
    expect(await dead([], 403).words).toBe(NONE);
  });
});

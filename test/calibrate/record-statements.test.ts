import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/calibrate/answer.ts';
import type { Run } from '../../src/calibrate/run.ts';
import { recordStatements } from '../../src/calibrate/statements/records.ts';

const URL_1 = 'https://files.example/1';

/** What the parts of a run return that these statements use. */
interface Given {
  readonly status?: number;
  readonly body?: unknown;
  readonly specimens?: readonly object[];
  readonly entries?: readonly object[];
  readonly complete?: boolean;
  readonly download?: object;
}

const failure = (code: string) => ({ ok: false, error: { code } });
const record = (changes: object = {}) => ({
  ok: true,
  data: {
    cdr: {
      cdrId: 'cdr_1',
      downloadUrl: `${URL_1}?new`,
      size: 3,
      contentType: 'image/png',
      ...changes,
    },
  },
});
const paid = { cdrId: 'cdr_1', isPaid: true, downloadUrl: URL_1 };
const image = { status: 200, bytes: 3, headers: new Map([['content-type', 'image/png; q=1']]) };
const entry = (entered: object, read: object) => ({
  ...paid,
  entry: { members: entered },
  members: read,
});

function runOf(given: Given): Run {
  const { status = 200, body = record(), specimens = [paid], entries = [] } = given;
  const text = JSON.stringify(body);
  const answer = answerOf({ status, headers: new Map(), text } as never);
  const [all, get] = [async () => specimens, async () => answer];
  const download = async () => ({ ...image, ...given.download });
  const receiverAccount = { entries, complete: given.complete ?? true };
  return { get, download, records: { all }, receiverAccount } as unknown as Run;
}

async function foundBy(at: number, given: Given): Promise<string> {
  try {
    const found = await recordStatements[at]?.check(runOf(given));
    if (found?.verdict === 'differs') return `differs: ${found.saw}`;
    return found?.verdict ?? 'no such statement';
  } catch (error) {
    return `not measured: ${(error as Error).message}`;
  }
}

const SAME = 'as documented';
const NO_IMAGE = 'not measured: the sender has no record that it paid for';

const ROWS: Readonly<Record<string, readonly (readonly [Given, string])[]>> = {
  'an unknown record is 404': [
    [{ status: 404, body: failure('NOT_FOUND') }, SAME],
    [{ status: 403, body: failure('FORBIDDEN') }, 'differs: 403 FORBIDDEN'],
    [{ status: 404, body: failure('GONE') }, 'differs: 404 GONE'],
  ],
  'the record of another organization is 404': [
    [{ status: 404, body: failure('NOT_FOUND') }, SAME],
    [{ status: 403, body: failure('FORBIDDEN') }, 'differs: 403 FORBIDDEN'],
    [{ complete: false }, 'not measured: not all records of the receiver were read'],
    [{ entries: [{ cdrId: 'cdr_1' }] }, 'not measured: the receiver holds all that the sender has'],
    [
      { specimens: [{ ...paid, isPaid: false }] },
      'not measured: the receiver holds all that the sender has',
    ],
  ],
  'a list entry says what the record says': [
    [{ specimens: [] }, 'not measured: the sender has no record'],
    [{ specimens: [entry({ a: [1], b: 2 }, { a: [1], b: 2, c: 3 })] }, SAME],
    [
      { specimens: [entry({ a: 1 }, { a: 1 }), entry({ a: [1], b: 2 }, { a: [1], b: 3 })] },
      'differs: another b',
    ],
    [{ specimens: [entry({ downloadUrl: 1, webhookSuccessfullySentAt: 2 }, {})] }, SAME],
  ],
  'an image has as many bytes as its size': [
    [{}, SAME],
    [{ download: { bytes: 4 } }, 'differs: another number of bytes'],
    [{ download: { status: 403 } }, 'differs: 403 from a fresh downloadUrl'],
    [{ specimens: [{ ...paid, isPaid: false }] }, NO_IMAGE],
    [{ specimens: [{ ...paid, downloadUrl: undefined }] }, NO_IMAGE],
    [
      { body: record({ downloadUrl: undefined }) },
      'not measured: a record that was paid for has no downloadUrl',
    ],
    [
      { status: 404, body: failure('NOT_FOUND') },
      'not measured: a record that was paid for has no downloadUrl',
    ],
  ],
  'an image is of the content type of its record': [
    [{}, SAME],
    [{ body: record({ contentType: 'image/jpeg' }) }, 'differs: another content type'],
    [{ download: { headers: new Map([['content-type', ' image/png ; a=1; b=2']]) } }, SAME],
    [{ download: { headers: new Map() } }, 'differs: another content type'],
    [{ body: record({ contentType: '' }), download: { headers: new Map() } }, SAME],
    [{ download: { status: 403 } }, 'differs: 403 from a fresh downloadUrl'],
  ],
  'a downloadUrl is new each time': [
    [{}, SAME],
    [{ body: record({ downloadUrl: URL_1 }) }, 'differs: the same address'],
  ],
};

describe.each(Object.entries(ROWS).map(([title, rows], at) => ({ title, rows, at })))(
  'that $title',
  ({ rows, at }) => {
    it.each(rows)('of %j: %s', async (given, expected) => {
      expect(await foundBy(at, given)).toBe(expected);
    });
  },
);

import { describe, expect, it } from 'vitest';
import { headBytes, headIn, segmentNumber, withGaps } from '../../src/archive/manifest-head.ts';
import type { SealLine } from '../../src/archive/manifest-line.ts';
import { ManifestFailure, VaultFailure } from '../../src/archive/vault-failure.ts';
import { ErasureCheck } from '../../src/archive/verify-erasures.ts';
import type { VerifyProblem } from '../../src/archive/verify-report.ts';
import { checkSeal } from '../../src/archive/verify-seal.ts';
import { MemoryVault } from './support/memory-vault.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const previous = 'ab'.repeat(32);
const fileOf = (path: string) => ({ path, bytes: 1, sha256: 'a'.repeat(64), contentType: '' });
const signed = { keyId: 'key', signature: fileOf('h.sig') };
const stamped = { timestamp: fileOf('h.tsr') };
const token = Uint8Array.of(0x30, 0, ...Buffer.from(previous, 'hex'));

describe('a seal', () => {
  const lineOf = (members: object) =>
    ({ kind: 'seal', at: 1, previous, head: fileOf('h.head'), ...members }) as SealLine;
  const keys = new Map([
    [
      'key',
      (head: string, bytes: Uint8Array) => new TextDecoder().decode(bytes) === `signed ${head}`,
    ],
  ]);

  async function checked(members: object, changes: Record<string, Uint8Array | undefined> = {}) {
    const vault = new MemoryVault();
    const whole = { 'h.head': bytesOf(previous), 'h.sig': bytesOf(`signed ${previous}`) };
    for (const [at, bytes] of Object.entries({ ...whole, 'h.tsr': token, ...changes })) {
      if (bytes !== undefined) vault.files.set(at, bytes);
    }
    return checkSeal(vault, lineOf(members), keys);
  }

  it.each<[string, object, string]>([
    ['with both', { ...signed, ...stamped }, 'verified'],
    ['signed alone', signed, 'verified'],
    ['signed by a key that was not given', { ...signed, keyId: 'other' }, 'unchecked'],
    ['stamped alone', stamped, 'none'],
    ['with the name of a key alone', { keyId: 'key' }, 'none'],
    ['with a signature of no key', { signature: fileOf('h.sig') }, 'none'],
  ])('%s has no problem', async (_, members, signature) => {
    expect(await checked(members)).toEqual({ problems: [], signature });
  });

  const wrongKey = { path: 'h.sig', message: 'it is not a signature by the key "key"' };
  it.each<[string, Record<string, Uint8Array | undefined>, object[], string]>([
    [
      'another head',
      { 'h.head': bytesOf(`${previous}\n`) },
      [{ path: 'h.head', message: 'it is not the SHA-256 of the line before the seal' }],
      'verified',
    ],
    ['no head, which is told as missing', { 'h.head': undefined }, [], 'verified'],
    ['another signature', { 'h.sig': bytesOf('signed') }, [wrongKey], 'wrong'],
    ['no signature', { 'h.sig': undefined }, [wrongKey], 'wrong'],
    [
      'a token of another digest',
      { 'h.tsr': token.with(9, 0) },
      [{ path: 'h.tsr', message: 'it is for another digest' }],
      'verified',
    ],
    ['no token, which is told as missing', { 'h.tsr': undefined }, [], 'verified'],
  ])('with %s', async (_, changes, problems, signature) => {
    expect(await checked({ ...signed, ...stamped }, changes)).toEqual({ problems, signature });
  });
});

describe('a head', () => {
  const inPieces = (text: string, length: number) => {
    const vault = new MemoryVault();
    let read = 0;
    vault.get = async () =>
      (async function* () {
        const bytes = bytesOf(text);
        for (let at = 0; at < bytes.length; at += length) {
          read += 1;
          yield bytes.subarray(at, at + length);
        }
      })();
    return headIn(vault, 'a').then((head) => ({ head, read }));
  };

  it('is read, however its bytes come', async () => {
    for (const length of [1, 7, 65, 100]) {
      const { head } = await inPieces(`${previous}\n`, length);
      expect(head).toBe(`${previous}\n`);
    }
    expect((await inPieces('é\n', 1)).head).toBe('é\n');
    expect(await headIn(new MemoryVault(), 'a')).toBeUndefined();
    expect(headBytes('a')).toEqual(bytesOf('a\n'));
  });

  it('is read to the end of a head, and not on', async () => {
    expect(await inPieces('x'.repeat(200), 1)).toEqual({ head: 'x'.repeat(66), read: 66 });
    expect((await inPieces('x'.repeat(65), 5)).head).toHaveLength(65);
    expect((await inPieces('x'.repeat(200), 65)).read).toBe(2);
  });

  it.each([
    ['segments/00000001.head', 1],
    ['segments/00000012.ndjson', 12],
    ['segments/123456789012345.head', 123_456_789_012_345],
    ['segments/0000001.head', undefined],
    ['segments/1234567890123456.head', undefined],
    ['segments/00000001.head~2', undefined],
    ['x/segments/00000001.head', undefined],
  ])('has the number of its segment: %s', (path, number) => {
    expect(segmentNumber(path)).toBe(number);
  });

  it('that is gone is one of a gap, of which the first is named', () => {
    expect(withGaps([], 3)).toEqual([]);
    expect(withGaps([3, 4, 5], 3)).toEqual([3, 4, 5]);
    expect(withGaps([5, 9_000_000], 3)).toEqual([3, 5, 6, 9_000_000]);
  });
});

describe('erasures', () => {
  const told: VerifyProblem[] = [];
  const record = { cdrId: 'cdr_1', record: fileOf('r'), image: fileOf('i') } as never;
  const lineOf = (cdrId: string, ...files: string[]) =>
    ({ kind: 'erased', cdrId, files: files.map(fileOf) }) as never;

  it('are of the very files of a record, which are gone', () => {
    const check = new ErasureCheck((problem) => void told.push(problem));
    expect([check.record(record), check.record(record)]).toEqual([true, false]);
    const at = { number: 3, path: 'manifest.ndjson' };
    check.erasure({ line: lineOf('cdr_1', 'i', 'r'), ...at });
    check.erasure({ line: lineOf('cdr_1', 'r', 'i'), ...at, number: 4 });
    check.erasure({ line: lineOf('cdr_1', 'r'), ...at, number: 5 });
    check.erasure({ line: lineOf('cdr_2', 'r'), ...at, number: 6 });
    expect(check.count).toBe(1);
    const gone = ['r'];
    check.end({ erase: (path: string) => gone.includes(path) } as never);
    const kind = 'erasure';
    expect(told).toEqual([
      {
        ...{ kind, path: 'manifest.ndjson', line: 5, cdrId: 'cdr_1' },
        message: 'the erasure does not name the files that the line of its record lists',
      },
      {
        ...{ kind, path: 'manifest.ndjson', line: 6, cdrId: 'cdr_2' },
        message: 'an erasure of a record that no line before it lists',
      },
      {
        ...{ kind, path: 'i', line: 3, cdrId: 'cdr_1' },
        message: 'it was erased, and is still there: erase the record again to finish it',
      },
    ]);
  });
});

it.each([
  [new Error('full'), 'full'],
  ['full', 'full'],
  [undefined, 'undefined'],
  [null, 'null'],
  [{ message: 7 }, '[object Object]'],
])('a failure has the message of its cause: %j', (cause, message) => {
  for (const failure of [new VaultFailure(cause), new ManifestFailure(cause)]) {
    expect([failure.message, failure.cause]).toEqual([message, cause]);
  }
});

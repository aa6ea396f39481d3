import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isAccountName } from '../../src/archive/account.ts';
import { type ArchiveEvidenceOptions, archiveSettings } from '../../src/archive/archive-options.ts';
import type { ArchiveProgress, RecordEvent } from '../../src/archive/archive-report.ts';
import { lockFile } from '../../src/archive/folder-lock.ts';
import {
  ARCHIVE_PROBLEM_MEANINGS,
  VERIFY_PROBLEM_MEANINGS,
} from '../../src/archive/problem-meanings.ts';
import { tokenProblem } from '../../src/archive/seal.ts';
import { hasValues, packTerms, unpackTerms } from '../../src/archive/search/index-terms.ts';
import { storeFile } from '../../src/archive/store-file.ts';
import { InvalidInputError } from '../../src/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { MemoryVault } from './support/memory-vault.ts';

it.each([
  ['Acme Solar', true],
  ['Organization', false],
  ['organization', true],
  ['', false],
  [undefined, false],
  [7, false],
])('whether %j is the name of an account: %j', (name, is) => {
  expect(isAccountName(name)).toBe(is);
});

it('terms are as they were after a row of the index, up to the largest of six bytes', () => {
  const terms = [0, 1, 0xffff, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 47 + 3, 2 ** 48 - 1];
  const bytes = packTerms(terms);
  expect(bytes).toHaveLength(6 * terms.length);
  expect(unpackTerms(bytes)).toEqual(terms);
  const within = new Uint8Array([1, 2, 3, ...bytes, 4]);
  expect(unpackTerms(within.subarray(3, -1))).toEqual(terms);
  expect(packTerms([])).toHaveLength(0);
});

it.each<[string, Record<string, unknown>, Record<string, string>, boolean]>([
  ['nothing is asked for', {}, {}, true],
  ['it has no such key', {}, { lead: '1' }, false],
  ['another object has the key', {}, { toString: '1' }, false],
  ['the value is another', { lead: '2' }, { lead: '1' }, false],
  ['one of several values is it', { lead: ['2', '1'] }, { lead: '1' }, true],
  ['one of two keys is another', { lead: '1', id: '2' }, { lead: '1', id: '1' }, false],
  ['both keys are it', { lead: '1', id: '2' }, { lead: '1', id: '2' }, true],
])('whether a record has these values, where %s', (_, customMetadata, values, has) => {
  expect(hasValues({ customMetadata }, values)).toBe(has);
});

describe('the options of a run', () => {
  const settingsOf = (options: Partial<ArchiveEvidenceOptions>) =>
    archiveSettings(archiveWorld().client, { vault: new MemoryVault(), ...options });
  const DAY_MS = 86_400_000;

  it('have their defaults', () => {
    expect(settingsOf({})).toMatchObject({
      concurrency: 4,
      warnWithinMs: 180 * DAY_MS,
      hold: new Set(),
      organizationName: undefined,
      index: undefined,
    });
  });

  it('are those that are given, also where they are nothing', () => {
    const given = { organizationName: '', index: 'a.index' };
    const options = { concurrency: 1, warnWithinDays: 0, hold: ['cdr_1'], ...given };
    expect(settingsOf(options)).toMatchObject({
      ...given,
      concurrency: 1,
      warnWithinMs: 0,
      hold: new Set(['cdr_1']),
    });
  });

  it('may have callbacks, whose errors end nothing', () => {
    const told: unknown[] = [];
    const [progress, record] = [{} as ArchiveProgress, {} as RecordEvent];
    const tell = (value: unknown) => {
      told.push(value);
      throw new Error('of the caller');
    };
    const settings = settingsOf({ onProgress: tell, onRecord: tell });
    settings.onProgress(() => progress);
    settings.onRecord(record);
    expect(told).toEqual([progress, record]);
    const without = settingsOf({});
    let asked = 0;
    without.onProgress(() => {
      asked += 1;
      return progress;
    });
    without.onRecord(record);
    expect(asked).toBe(0);
  });
});

describe('what a problem means', () => {
  const meanings = Object.entries({ ...ARCHIVE_PROBLEM_MEANINGS, ...VERIFY_PROBLEM_MEANINGS });

  it.each(meanings)('%s: a cause and what to do next, each in whole sentences', (_, meaning) => {
    for (const said of [meaning.cause, meaning.next]) expect(said).toMatch(/^[A-Z`].{8,}\.$/);
  });

  it('is told of each once', () => {
    const causes = meanings.map(([, { cause }]) => cause);
    expect(new Set(causes).size).toBe(causes.length);
  });
});

describe('a time stamp', () => {
  const sha256 = 'ab'.repeat(32);
  const tokenOf = (length: number, first = 0x30) => {
    const token = new Uint8Array(length);
    token[0] = first;
    token.fill(0xab, 5, 37);
    return token;
  };

  it.each<[string, unknown, string | undefined]>([
    ['is right', tokenOf(40), undefined],
    ['is right, with the most bytes', tokenOf(262_144), undefined],
    ['has one byte too many', tokenOf(262_145), 'it is longer than 262144 bytes'],
    ['is no bytes', 'text', 'expected a Uint8Array'],
    ['is no sequence', tokenOf(40, 0x31), 'it is not an RFC 3161 token: expected a DER sequence'],
    ['has half of the digest', tokenOf(40).fill(0, 20), 'it is for another digest'],
  ])('that %s', (_, token, problem) => {
    expect(tokenProblem(token, sha256)).toBe(problem);
  });
});

describe('the lock of a file', () => {
  it('is one at a time, and free again after its release', async () => {
    const file = path.join(tempFolder(), 'lock');
    const lock = lockFile(file);
    expect(lockFile(file)).toBeUndefined();
    await lock?.release();
    const next = lockFile(file);
    expect(next).toBeDefined();
    await next?.release();
  });

  it('needs node:sqlite', () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    const refused = () => lockFile(path.join(tempFolder(), 'lock'));
    expect(refused).toThrow(InvalidInputError);
    expect(refused).toThrow(/^folder: this runtime has no node:sqlite/);
  });

  it('says which file cannot be locked, and why', () => {
    const folder = tempFolder();
    expect(() => lockFile(path.join(folder, 'none', 'lock'))).toThrow(
      /none\/lock cannot be locked: unable to open/,
    );
    const other = path.join(folder, 'other');
    writeFileSync(other, 'no database, but a text that is long enough for one'.repeat(9));
    expect(() => lockFile(other)).toThrow(/other cannot be locked: .*not a database/);
  });
});

describe('a file whose name is taken by other bytes', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const file = { path: 'a.b/c.json', bytes: bytesOf('new'), contentType: 'application/json' };

  it('gets the next name, and the others are told', async () => {
    const vault = new MemoryVault();
    for (const name of ['a.b/c.json', 'a.b/c~2.json']) {
      await vault.put(name, bytesOf(name));
    }
    const stored = await storeFile(vault, file);
    expect(stored).toMatchObject({
      isNew: true,
      file: { path: 'a.b/c~3.json', bytes: 3 },
      aside: [
        { path: 'a.b/c.json', bytes: 10 },
        { path: 'a.b/c~2.json', bytes: 12 },
      ],
    });
    expect(await storeFile(vault, file)).toEqual({ ...stored, isNew: false });
  });

  it('is refused where twenty names are taken', async () => {
    const vault = new MemoryVault();
    for (let at = 1; at <= 20; at += 1) {
      const name = at === 1 ? 'a.b/c.json' : `a.b/c~${at}.json`;
      if (at < 20) await vault.put(name, bytesOf(name));
    }
    expect((await storeFile(vault, file)).file.path).toBe('a.b/c~20.json');
    await expect(storeFile(vault, { ...file, bytes: bytesOf('newer') })).rejects.toThrow(
      /there are 20 files with other bytes already at a\.b\/c\.json/,
    );
  });
});

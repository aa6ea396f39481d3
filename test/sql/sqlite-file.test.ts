import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { sqliteInbox, sqliteStore } from '../../src/webhooks/sqlite.ts';

type Source = Parameters<typeof sqliteLedger>[0];

const USERS = {
  sqliteLedger: (source: Source) => sqliteLedger(source),
  sqliteStore: (source: Source) => sqliteStore(source),
  sqliteInbox: (source: Source) => sqliteInbox(source, { enqueue: () => undefined }),
};

let folder = '';
let umask = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-'));
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.each(Object.entries(USERS))('the file of %s', (_name, open) => {
  it.each([0, 0o022, 0o077])(
    'and those beside it are readable by their owner alone, with umask %i',
    (mask) => {
      process.umask(mask);
      const opened = open(join(folder, 'own.db'));
      const modes = readdirSync(folder).map((name) => `${name} ${modeOf(join(folder, name))}`);
      expect(modes.sort()).toEqual(['own.db 600', 'own.db-shm 600', 'own.db-wal 600']);
      opened.close();
    },
  );

  it.each([0o640, 0o666])('keeps the mode that its owner gave it: %i', (mode) => {
    const path = join(folder, 'own.db');
    writeFileSync(path, '');
    chmodSync(path, mode);
    process.umask(0);
    open(path).close();
    expect(modeOf(path)).toBe(mode.toString(8));
  });

  it('is named by a file: URL as well, as a text or as an object', () => {
    const path = join(folder, 'with a % and Ünï.db');
    for (const source of [
      path,
      pathToFileURL(path),
      pathToFileURL(path).href,
      `file:${encodeURI(path)}`,
    ]) {
      open(source).close();
    }
    expect(readdirSync(folder)).toEqual(['with a % and Ünï.db']);
  });

  it.each([
    ['nothing', undefined, 'not undefined'],
    ['null', null, 'not null'],
    ['an empty string', '', 'not an empty string'],
    ['a number', 7, 'not number'],
    ['bytes', Buffer.from('own.db'), 'not bytes'],
    ['an object', {}, 'not object'],
    ['an http URL', new URL('http://127.0.0.1/own.db'), 'a file: URL has a path'],
    ['a Postgres URL', 'postgres://ann:secret@db.example/leads', 'a file: URL has a path'],
    ['a file: URL with options', 'file:own.db?mode=memory', 'no host or ?options'],
    ['a file: URL with a host', new URL('file://server/own.db'), 'no host or ?options'],
    ['a file: URL that is cut off', 'file:%', 'a file: URL has a path'],
    ['a NUL', 'own\u0000.db', 'NUL'],
  ])('cannot be %s, and the error says what was expected', (_what, source, words) => {
    const error = refusalOf(() => open(source as Source));
    expect(error.issues).toMatchObject([{ path: 'source' }]);
    expect(error.message).toContain('expected a path, a file: URL, or an open database');
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('secret');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['in a folder that does not exist', ['no', 'own.db'], 'its folder does not exist'],
    ['below a file', ['file', 'own.db'], 'its folder does not exist'],
    ['a folder', ['folder'], 'expected a file, not a folder'],
  ])('cannot be %s, and the error names the path', (_what, parts, words) => {
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'folder'));
    const path = join(folder, ...parts);
    const error = refusalOf(() => open(path));
    expect(error.message).toBe(`source: ${path}: ${words}`);
    expect(readdirSync(folder).sort()).toEqual(['file', 'folder']);
  });
});

function refusalOf(run: () => unknown): InvalidInputError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError);
    return error as InvalidInputError;
  }
  throw new Error('expected an InvalidInputError');
}

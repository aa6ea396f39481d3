import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDisk } from '../archive/support/watched-disk.ts';
import { litterRun } from './litter/litter-run.ts';
import { ok, type Play, page, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { cdr } from './support/operations.ts';

const IMAGE = new TextEncoder().encode('an image of a page');
const SHA256 = createHash('sha256').update(IMAGE).digest('hex');
const pick = { collected: true as const, size: IMAGE.byteLength };
const collected = { ...cdr, ...pick, downloadUrl: 'https://store.example/img/1' };
const record = ok({ cdr: collected });
const image: Play = () => new Response(IMAGE, { headers: { 'content-type': 'image/png' } });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'consent-evidence-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true });
});

const PART = '.image.png.part';
const path = () => join(folder, 'image.png');
const download = (play: Play = image) =>
  clientWith(playing(record, play)).cdrs.downloadTo('cdr_1', path());

/** Returns a promise, and the function that resolves it. */
function signal() {
  let fire: () => void = () => undefined;
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { fire, fired };
}

/** Plays an image whose second half waits for `go`. */
function halves() {
  const [go, begun] = [signal(), signal()];
  const pieces = [IMAGE.slice(0, 9), IMAGE.slice(9)];
  const play: Play = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          const piece = pieces.shift();
          if (pieces.length === 0) {
            begun.fire();
            await go.fired;
          }
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        },
      }),
    );
  return { play, go: go.fire, begun: begun.fired };
}

describe('the file of downloadTo', () => {
  it('is its owner’s alone, while it is written, afterwards, and over one that was not', async () => {
    await writeFile(path(), 'old', { mode: 0o644 });
    const { play, go, begun } = halves();
    const work = download(play);
    await begun;
    expect((await readdir(folder)).sort()).toEqual([PART, 'image.png']);
    expect((await stat(join(folder, PART))).mode & 0o777).toBe(0o700);
    const [part = ''] = await readdir(join(folder, PART));
    expect((await stat(join(folder, PART, part))).mode & 0o777).toBe(0o600);
    expect(await readFile(path(), 'utf8')).toBe('old');
    go();
    await work;
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['image.png']);
  });

  it.each([
    ['the longest name there is', 'x'.repeat(251)],
    ['the longest name of letters that take three bytes', '証'.repeat(83)],
    ['a name of 128 bytes', 'x'.repeat(124)],
    ['a name of 129 bytes', 'x'.repeat(125)],
  ])('may have %s', async (_, name) => {
    const target = join(folder, `${name}.png`);
    await clientWith(playing(record, image)).cdrs.downloadTo('cdr_1', target);
    expect(await readdir(folder)).toEqual([`${name}.png`]);
  });

  it('has its bytes on the disk before it has its name', async () => {
    const disk = watchDisk();
    await download();
    expect(disk.namedTooEarly).toEqual([]);
    expect([...disk.files]).toEqual([]);
  });

  it('keeps no byte of an attempt that broke off, even if the image is shorter now', async () => {
    const pieces = [IMAGE.slice(0, 9)];
    const half: Play = () =>
      new Response(
        new ReadableStream<Uint8Array>(
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
    const short = IMAGE.slice(0, 4);
    const fresh = ok({ cdr: { ...collected, size: 4 } });
    const fetch = playing(record, half, page(403), fresh, () => new Response(short));
    const receipt = await clientWith(fetch).cdrs.downloadTo('cdr_1', path());
    expect(new Uint8Array(await readFile(path()))).toEqual(short);
    expect(receipt).toMatchObject({
      size: 4,
      sha256: createHash('sha256').update(short).digest('hex'),
    });
  });

  it('stays where it was meant to be when the process changes its folder', async () => {
    const before = process.cwd();
    const { play, go, begun } = halves();
    const client = clientWith(playing(record, play));
    process.chdir(folder);
    try {
      const work = client.cdrs.downloadTo('cdr_1', 'image.png');
      await begun;
      process.chdir(before);
      go();
      await work;
      expect(await readdir(folder)).toEqual(['image.png']);
    } finally {
      process.chdir(before);
    }
  });

  it('is whole when two calls for it run at once, and both are told so', async () => {
    const [first, second] = [halves(), halves()];
    const works = [download(first.play), download(second.play)];
    await Promise.all([first.begun, second.begun]);
    second.go();
    expect(await works[1]).toMatchObject({ sha256: SHA256 });
    expect(new Uint8Array(await readFile(path()))).toEqual(IMAGE);
    first.go();
    expect(await works[0]).toMatchObject({ sha256: SHA256 });
    expect(new Uint8Array(await readFile(path()))).toEqual(IMAGE);
    expect(await readdir(folder)).toEqual(['image.png']);
  });

  it('is whole when one of two calls fails', async () => {
    const { play, go, begun } = halves();
    const work = download(play);
    await begun;
    await failureOf(download(page(400)));
    go();
    expect(await work).toMatchObject({ sha256: SHA256 });
    expect(await readdir(folder)).toEqual(['image.png']);
  });

  it('is whole when forty calls for it come and go', async () => {
    const works = Array.from({ length: 40 }, (_, index) =>
      download(index % 4 === 0 ? page(400) : image).catch((error: unknown) => error),
    );
    const results = await Promise.all(works);
    expect(results.filter((result) => !(result instanceof Error))).toHaveLength(30);
    expect(new Uint8Array(await readFile(path()))).toEqual(IMAGE);
    expect(await readdir(folder)).toEqual(['image.png']);
  });
});

/** Imitates Deno without permissions: each function of `process` that may need one throws. */
function confine(): void {
  const refuse = () => {
    throw Object.assign(new Error('Requires access'), { name: 'NotCapable' });
  };
  for (const name of ['getuid', 'geteuid', 'getgid', 'kill', 'cwd', 'memoryUsage'] as const) {
    vi.spyOn(process, name as 'kill').mockImplementation(refuse);
  }
  vi.stubGlobal(
    'process',
    new Proxy(process, {
      get: (target, name): unknown => (name === 'env' ? refuse() : Reflect.get(target, name)),
    }),
  );
}

describe('a path at which there is no file', () => {
  it.each(['a folder', 'a link to a file', 'a link to nothing', 'a pipe'])(
    'is refused if it is %s, which stays, before anything is asked',
    async (what) => {
      await writeFile(join(folder, 'other'), 'other');
      if (what === 'a folder') await mkdir(path());
      if (what === 'a link to a file') await symlink(join(folder, 'other'), path());
      if (what === 'a link to nothing') await symlink(join(folder, 'nothing'), path());
      if (what === 'a pipe') execFileSync('mkfifo', [path()]);
      const before = await lstat(path());
      const fetch = playing(record, image);
      expect(await failureOf(clientWith(fetch).cdrs.downloadTo('cdr_1', path()))).toMatchObject({
        name: 'InvalidInputError',
        issues: [{ path: 'path' }],
      });
      expect((await lstat(path())).ino).toBe(before.ino);
      expect(fetch.seen).toEqual([]);
      expect(await readdir(folder)).not.toContain(PART);
    },
  );
});

describe('a process without permissions', () => {
  it('can have the file', async () => {
    confine();
    await download();
    expect(new Uint8Array(await readFile(path()))).toEqual(IMAGE);
    expect(await readdir(folder)).toEqual(['image.png']);
  });
});

describe('what a killed downloadTo leaves', () => {
  const uuid = crypto.randomUUID();
  const beforeUs = new Date(Date.now() - (process.uptime() + 1) * 1000);

  /** Puts a file into the folder, of a process of this machine unless said otherwise. */
  async function leave(pid: number, { host = hostname(), at = new Date() } = {}): Promise<string> {
    const name = `${pid}-${uuid}-${host}`;
    await mkdir(join(folder, PART), { recursive: true });
    await writeFile(join(folder, PART, name), 'half');
    await utimes(join(folder, PART, name), at, at);
    return name;
  }

  it('is one folder under one name, however often, and the next call removes it', async () => {
    const run = { kills: 3, targets: ['image.png'], killWithinMs: 0, random: () => 0 };
    expect(await litterRun(run)).toEqual({
      kills: 3,
      left: 3,
      mostFiles: 1,
      names: [PART],
      broken: 0,
      open: 0,
      atLast: ['image.png'],
    });
  }, 30_000);

  it('is removed where its process had the number that this one has now', async () => {
    await leave(process.pid, { at: beforeUs });
    await download();
    expect(await readdir(folder)).toEqual(['image.png']);
  });

  it('is removed by a call that brings no image, too', async () => {
    await leave(process.pid, { at: beforeUs });
    await failureOf(download(page(400)));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is left alone where its process is alive, and where the file is not ours', async () => {
    const names = [await leave(process.ppid), 'notes.txt'];
    await writeFile(join(folder, PART, 'notes.txt'), 'half');
    await download();
    expect((await readdir(join(folder, PART))).sort()).toEqual(names.sort());
    expect(new Uint8Array(await readFile(path()))).toEqual(IMAGE);
  });

  it('is left alone where its process is another user’s', async () => {
    const name = await leave(process.ppid, { at: new Date(0) });
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    await download();
    expect(await readdir(join(folder, PART))).toEqual([name]);
  });

  it.each([
    ['is left alone where it was written to within the hour', 3_590, true],
    ['is removed where it was not', 3_601, false],
  ])('%s, where no one can tell whether its process is alive', async (_, secondsAgo, stays) => {
    const at = new Date(Date.now() - secondsAgo * 1000);
    const expected = [...(stays ? [PART] : []), 'image.png'];
    // Another container, where our process id and one that none has here are other processes'.
    for (const pid of [process.pid, 999_999_999]) {
      await leave(pid, { host: '3f2a81c09d1e', at });
      await download();
      expect(await readdir(folder)).toEqual(expected);
    }
    await rm(join(folder, PART), { recursive: true, force: true });
    confine();
    await leave(process.ppid, { at });
    await download();
    expect(await readdir(folder)).toEqual(expected);
  });

  it('is left alone where another thread of this process may be writing it', async () => {
    const name = await leave(process.pid);
    await download();
    expect(await readdir(join(folder, PART))).toEqual([name]);
  });

  it('cannot lead the next call elsewhere', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(folder, PART));
    expect(await failureOf(download())).toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: 'path' }],
    });
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('is refused where it is someone else’s', async () => {
    await mkdir(join(folder, PART));
    await chown(join(folder, PART), 12_345, 12_345);
    expect(await failureOf(download())).toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: 'path' }],
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('is told where it cannot be read', async () => {
    await mkdir(join(folder, PART));
    await chmod(join(folder, PART), 0);
    expect(await failureOf(download())).toMatchObject({ code: 'EACCES' });
    expect(await readdir(folder)).toEqual([]); // a folder without files can be removed all the same
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveEvidence, folderVault } from '../../src/archive/index.ts';
import { InvalidInputError } from '../../src/index.ts';
import { all } from './support/all.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { MemoryVault } from './support/memory-vault.ts';

describe('the files of a folder', () => {
  it('are none where there is no folder', async () => {
    const vault = folderVault(path.join(tempFolder(), 'none'));
    expect(await all(vault.list(''))).toEqual([]);
    expect([await vault.has('a'), await vault.get('a')]).toEqual([false, undefined]);
  });

  it('are not those that the vault keeps for itself, unless they are below', async () => {
    const folder = tempFolder();
    const names = ['archive.index', '.run.lock', '.append.lock', 'a/.run.lock', 'a/b'];
    mkdirSync(path.join(folder, 'a'));
    for (const name of names) writeFileSync(path.join(folder, name), 'text');
    const listed = await all(folderVault(folder).list(''));
    const below = listed.filter((each) => each.path.startsWith('a/'));
    expect(below.map((each) => each.path).sort()).toEqual(['a/.run.lock', 'a/b']);
    expect(below.map(({ bytes }) => bytes)).toEqual([4, 4]);
    expect(await all(folderVault(folder).list('a/b'))).toEqual([{ path: 'a/b', bytes: 4 }]);
  });

  it('cannot be listed where a folder of them is gone meanwhile', async () => {
    const folder = tempFolder();
    for (const name of ['a', 'b']) {
      mkdirSync(path.join(folder, name));
      writeFileSync(path.join(folder, name, 'file'), '');
    }
    const fs = process.getBuiltinModule('node:fs/promises');
    const { readdir } = fs;
    fs.readdir = (async (at: string, options: never) => {
      if (at.endsWith(`${path.sep}b`)) rmSync(at, { recursive: true });
      return readdir(at, options);
    }) as never;
    const listed = all(folderVault(folder).list('')).finally(() => {
      fs.readdir = readdir;
    });
    await expect(listed).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['', '/a', 'a/', 'a//b', '.', './a', 'a/./b', '..', '../a', 'a/../b', 'a\\b', 'a\0b'])(
    'are not named %j, though a manifest may say so',
    async (name) => {
      const folder = tempFolder();
      const vault = folderVault(path.join(folder, 'vault'));
      const bytes = new Uint8Array([1]);
      for (const call of [
        () => vault.has(name),
        () => vault.put(name, bytes, { contentType: '' }),
        async () => {
          const pieces = await vault.get(name);
          return pieces && all(pieces);
        },
        async () => vault.remove?.(name),
      ]) {
        const refused = call();
        await expect(refused).rejects.toThrow(InvalidInputError);
        await expect(refused).rejects.toThrow(
          'path: expected names separated by "/", none of them empty, "." or ".."',
        );
      }
      expect(readdirSync(folder).filter((each) => each !== 'vault')).toEqual([]);
    },
  );

  it.each(['a', 'a.b', '.a', 'a..', '...', 'a b', 'é'])('may be named %j', async (name) => {
    const vault = folderVault(tempFolder());
    expect(await vault.put(`x/${name}`, new Uint8Array([1]), { contentType: '' })).toBe('kept');
    expect([await vault.has(`x/${name}`), await vault.has(name)]).toEqual([true, false]);
  });

  it('are none below a file', async () => {
    const folder = tempFolder();
    writeFileSync(path.join(folder, 'a'), '');
    expect(await folderVault(folder).has('a/b')).toBe(false);
  });
});

describe('a run', () => {
  it('names a domain that has no usable name, and continues with the others', async () => {
    const { mock, clientOf, captureMany } = archiveWorld();
    captureMany(2);
    const fetch: typeof mock.fetch = async (input, init) => {
      const response = await mock.fetch(input, init);
      const url = new URL(input instanceof Request ? input.url : String(input));
      if (url.pathname !== '/v1/domains') return response;
      const reply = (await response.json()) as { data: { domains: unknown[] } };
      reply.data.domains.push('');
      return Response.json(reply);
    };
    const client = clientOf({ fetch, validateReplies: 'warn' });
    const { problems, counts } = await archiveEvidence(client, { vault: new MemoryVault() });
    expect(counts).toMatchObject({ archived: 2, problems: 1 });
    expect(problems).toMatchObject([{ kind: 'list', domainId: '' }]);
  });

  it('ends where the domains cannot be listed', async () => {
    const { client, mock, captureMany } = archiveWorld();
    captureMany(2);
    mock.addFault({ operation: 'domains.list', status: 503 });
    const { ok, problems, counts } = await archiveEvidence(client, { vault: new MemoryVault() });
    expect([ok, counts.archived]).toEqual([false, 0]);
    expect(problems).toMatchObject([{ kind: 'service' }]);
  });

  it.each(['', '.key', '-key', 'a key', 'k'.repeat(65), 7, undefined])(
    'is not signed by a key with the id %j',
    async (keyId) => {
      const { client, requests } = archiveWorld();
      const { privateKey } = generateKeyPairSync('ed25519');
      const sign = { privateKey, keyId } as { privateKey: typeof privateKey; keyId: string };
      const refused = archiveEvidence(client, { vault: new MemoryVault(), sign });
      await expect(refused).rejects.toThrow(InvalidInputError);
      await expect(refused).rejects.toThrow(/^sign\.keyId: expected /);
      expect(requests()).toEqual([]);
    },
  );

  it.each(['k', '_', '0', `K.-_${'k'.repeat(60)}`])(
    'is signed by a key with the id %s',
    async (keyId) => {
      const { client, captureMany } = archiveWorld();
      captureMany(1);
      const { privateKey } = generateKeyPairSync('ed25519');
      const vault = new MemoryVault();
      expect(await archiveEvidence(client, { vault, sign: { privateKey, keyId } })).toMatchObject({
        ok: true,
      });
      expect([...vault.files.keys()]).toContain('seals/00000001.sig');
    },
  );
});

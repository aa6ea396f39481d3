import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  folderVault,
  type Vault,
  verifyArchive,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { linesIn } from './support/lines-in.ts';
import { MemoryVault } from './support/memory-vault.ts';
import { hasOpenssl, opensslAuthority } from './support/openssl-authority.ts';

const keys = generateKeyPairSync('ed25519');
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const sign = { privateKey: pem, keyId: '2026' };

async function sealIn(vault: Vault) {
  const line = (await linesIn(vault)).at(-1);
  if (line?.kind !== 'seal') throw new Error('the last line is no seal');
  return line;
}

describe('a run that is signed', () => {
  it.each([
    ['PEM text', pem],
    ['a KeyObject', keys.privateKey],
  ])('by %s is checked by verifyArchive with the public key alone', async (_what, privateKey) => {
    const { client, captureMany } = archiveWorld();
    captureMany(2);
    const vault = folderVault(tempFolder());
    await archiveEvidence(client, { vault, sign: { privateKey, keyId: '2026' } });
    expect(await verifyArchive(vault)).toMatchObject({
      ok: true,
      seals: { count: 1, verified: 0, unchecked: 1 },
    });
    const publicKeys = { '2026': publicPem };
    expect(await verifyArchive(vault, { publicKeys })).toMatchObject({
      ok: true,
      seals: { verified: 1, unchecked: 0, signedLines: 3 },
    });
  });

  it('is found out where another key had signed', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const vault = folderVault(tempFolder());
    await archiveEvidence(client, { vault, sign });
    const stranger = generateKeyPairSync('ed25519').publicKey;
    const report = await verifyArchive(vault, { publicKeys: { '2026': stranger } });
    expect(report.problems).toMatchObject([{ kind: 'seal', path: 'seals/00000001.sig' }]);
  });

  it('is signed once, and again when something is new or another key is to sign', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const vault = folderVault(tempFolder());
    const seals = async () => (await linesIn(vault)).filter(({ kind }) => kind === 'seal').length;
    await archiveEvidence(client, { vault, sign });
    await archiveEvidence(client, { vault, sign });
    expect(await seals()).toBe(1);
    captureMany(1);
    await archiveEvidence(client, { vault, sign });
    expect(await seals()).toBe(2);
    await archiveEvidence(client, { vault, sign: { ...sign, keyId: '2027' } });
    expect(await seals()).toBe(3);
    const [one, both] = [{ '2026': publicPem }, { '2026': publicPem, '2027': publicPem }];
    expect(await verifyArchive(vault, { publicKeys: both })).toMatchObject({
      ok: true,
      seals: { count: 3, verified: 3 },
    });
    // Anyone can put a seal with another key at the end.
    expect(await verifyArchive(vault, { publicKeys: one })).toMatchObject({
      problems: [{ kind: 'seal', message: expect.stringContaining('lines 5 to 6 are not signed') }],
      seals: { count: 3, verified: 2, unchecked: 1 },
    });
  });

  it.runIf(hasOpenssl())('is checked by plain openssl', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const folder = tempFolder();
    const vault = folderVault(folder);
    await archiveEvidence(client, { vault, sign });
    const { head, signature } = await sealIn(vault);
    const keyFile = path.join(tempFolder(), 'public.pem');
    writeFileSync(keyFile, publicPem);
    const [data, sig] = [head.path, signature?.path ?? ''].map((each) => path.join(folder, each));
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', keyFile, '-rawin'];
    const said = execFileSync('openssl', [...args, '-in', data ?? '', '-sigfile', sig ?? '']);
    expect(said.toString()).toContain('Signature Verified Successfully');
  });
});

describe('lines that no given key has signed', () => {
  const publicKeys = { '2026': publicPem };
  const seal = (path: string, line: number, message: string) => ({
    ok: false,
    problems: [{ kind: 'seal', path, line, message: expect.stringContaining(message) }],
  });

  it.each([
    ['a folder', () => folderVault(tempFolder()), 'manifest.ndjson'],
    ['a store', () => new MemoryVault(), 'segments/00000001.ndjson'],
  ])('are a problem in %s that someone rebuilt without a key', async (_what, make, path) => {
    const { client, captureMany } = archiveWorld();
    captureMany(2);
    const vault = make();
    await archiveEvidence(client, { vault });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
    expect(await verifyArchive(vault, { publicKeys })).toMatchObject(
      seal(path, 3, 'lines 1 to 3 are not signed'),
    );
  });

  it('are a problem where there is one line, and no signature at all', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const folder = tempFolder();
    const vault = folderVault(folder);
    await archiveEvidence(client, { vault });
    const manifest = path.join(folder, 'manifest.ndjson');
    const [line = ''] = readFileSync(manifest, 'utf8').split('\n');
    writeFileSync(manifest, `${line}\n`);
    const head = createHash('sha256').update(line).digest('hex');
    writeFileSync(path.join(folder, 'manifest.head'), `${head}\n`);
    const { problems } = await verifyArchive(vault, { publicKeys: { '2026': publicPem } });
    expect(problems.filter(({ kind }) => kind !== 'added')).toMatchObject([
      { kind: 'seal', line: 1, message: expect.stringContaining('line 1 is not signed') },
    ]);
  });

  it('are a problem after the last signature, until a run signs them', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1);
    const vault = folderVault(tempFolder());
    await archiveEvidence(client, { vault, sign });
    captureMany(1);
    await archiveEvidence(client, { vault });
    expect(await verifyArchive(vault, { publicKeys })).toMatchObject(
      seal('manifest.ndjson', 4, 'lines 3 to 4 are not signed'),
    );
    await archiveEvidence(client, { vault, sign });
    expect(await verifyArchive(vault, { publicKeys })).toMatchObject({ ok: true });
  });
});

describe.runIf(hasOpenssl())('a run that is stamped', () => {
  it('has a token that plain openssl ts -verify checks', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(2);
    const authority = opensslAuthority(tempFolder());
    const folder = tempFolder();
    const vault = folderVault(folder);
    const { problems } = await archiveEvidence(client, {
      vault,
      sign,
      timestamp: authority.timestamp,
    });
    expect(problems).toEqual([]);
    const seal = await sealIn(vault);
    const token = path.join(folder, seal.timestamp?.path ?? '');
    const digest = readFileSync(path.join(folder, seal.head.path), 'utf8');
    expect(digest).toBe(seal.previous);
    expect(authority.verify(token, digest)).toContain('Verification: OK');
    const wrong = `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`;
    expect(authority.verify(token, wrong)).not.toContain('Verification: OK');
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, seals: { timestamps: 1 } });
  });
});

describe('an authority that fails', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['throws', () => Promise.reject(new Error('no authority today')), 'no authority today'],
    ['gives a page of HTML', () => Buffer.from('<html>'), 'not an RFC 3161 token'],
    ['stamps something else', () => Buffer.from([0x30, 0x03, 1, 2, 3]), 'another digest'],
    ['gives nothing', () => undefined as unknown as Uint8Array, 'expected a Uint8Array'],
  ])(
    'and %s is named, the signature is kept, and the next run stamps',
    async (_how, timestamp, says) => {
      const { client, captureMany } = archiveWorld();
      captureMany(1);
      const vault = folderVault(tempFolder());
      const report = await archiveEvidence(client, { vault, sign, timestamp });
      expect(report.problems).toMatchObject([
        { kind: 'seal', message: expect.stringContaining(says) },
      ]);
      expect((await sealIn(vault)).signature).toBeDefined();
      const token = (sha256: string) => Buffer.from(`300102${sha256}`, 'hex');
      expect((await archiveEvidence(client, { vault, sign, timestamp: token })).ok).toBe(true);
      expect((await sealIn(vault)).timestamp).toBeDefined();
      expect((await verifyArchive(vault)).ok).toBe(true);
    },
  );
});

describe('a key that cannot sign', () => {
  it.each<[string, unknown, string]>([
    [
      'an RSA key',
      generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey,
      'sign.privateKey',
    ],
    ['a public key', keys.publicKey, 'sign.privateKey'],
    ['text that is no PEM', 'swordfish', 'sign.privateKey'],
    ['nothing', undefined, 'sign.privateKey'],
  ])('%s is refused without a word of it', async (_what, privateKey, at) => {
    const { client } = archiveWorld();
    const run = archiveEvidence(client, {
      vault: folderVault(tempFolder()),
      sign: { privateKey: privateKey as string, keyId: 'a' },
    });
    await expect(run).rejects.toMatchObject({ name: 'InvalidInputError', issues: [{ path: at }] });
    await expect(run).rejects.not.toThrow(/swordfish/);
  });

  it('a keyId that would be a path is refused', async () => {
    const { client } = archiveWorld();
    const options = { vault: folderVault(tempFolder()), sign: { ...sign, keyId: '../up' } };
    await expect(archiveEvidence(client, options)).rejects.toThrow(/sign\.keyId/);
  });
});

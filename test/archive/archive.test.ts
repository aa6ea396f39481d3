import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  folderVault,
  type Vault,
  verifyArchive,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { countingFetch } from './support/counting-fetch.ts';
import { linesIn, recordsIn } from './support/lines-in.ts';
import { MemoryVault } from './support/memory-vault.ts';

const DAY_MS = 86_400_000;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each<[string, () => Vault]>([
  ['a folder', () => folderVault(tempFolder())],
  ['a vault of has, put, get and list', () => new MemoryVault()],
])('an archive in %s', (_where, vaultOf) => {
  it('has each collected record and its image, and says so line by line', async () => {
    const { client, captureMany, mock } = archiveWorld();
    const ids = captureMany(3);
    const vault = vaultOf();
    const report = await archiveEvidence(client, { vault, clock: mock.clock });
    expect(report).toMatchObject({ ok: true, problems: [], counts: { archived: 3, known: 0 } });
    const records = await recordsIn(vault);
    expect((await linesIn(vault))[0]).toMatchObject({
      kind: 'account',
      organizationName: 'Acme Solar',
    });
    expect(records.map(({ cdrId }) => cdrId).sort()).toEqual(ids.sort());
    for (const line of records) {
      expect(Object.keys(line)).toEqual([
        ...['cdrId', 'domainId', 'createdAt', 'record', 'image', 'fetchedAt', 'requestId'],
        'previous',
      ]);
      const { cdr, bytes } = await (async () => {
        const cdr = await client.cdrs.get(line.cdrId);
        return { cdr, bytes: (await client.cdrs.download(cdr)).bytes };
      })();
      const { downloadUrl: _, ...kept } = cdr;
      const [json, image] = await Promise.all([
        bytesIn(vault, line.record.path),
        bytesIn(vault, line.image?.path ?? ''),
      ]);
      expect(JSON.parse(json.toString())).toEqual(kept);
      expect(image.equals(bytes)).toBe(true);
      expect(line.record).toMatchObject({ bytes: json.length, sha256: sha256(json) });
      expect(line.image).toMatchObject({
        ...{ bytes: image.length, sha256: sha256(image) },
        contentType: 'image/png',
      });
    }
    expect(await verifyArchive(vault)).toMatchObject({
      ...{ ok: true, problems: [], records: 3, lines: 4, files: 7 },
      head: report.manifest.head,
    });
  });

  it('grows by what is new, a received record with an old date included', async () => {
    const { client, clientOf, capture, captureMany, mock, thrifty } = archiveWorld();
    captureMany(2);
    const theirs = capture({ pageUrl: 'https://other.example/' }, thrifty);
    const vault = vaultOf();
    await mock.clock.advance(30 * DAY_MS);
    await archiveEvidence(client, { vault, clock: mock.clock });
    const { shareUrl } = await clientOf({}, thrifty).cdrs.share(theirs);
    await client.shares.receive(shareUrl);
    const { counts, ok } = await archiveEvidence(client, { vault, clock: mock.clock });
    expect({ ok, ...counts }).toMatchObject({ ok: true, archived: 1, known: 2 });
    expect((await linesIn(vault)).at(-1)).toMatchObject({ cdrId: theirs });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 3 });
  });

  it('asks twice for a new record, once for each 100 that it has, and once whose they are', async () => {
    const { clientOf, captureMany, mock } = archiveWorld();
    captureMany(101);
    const counted = countingFetch(mock.fetch);
    const client = clientOf({ fetch: counted.fetch });
    const vault = vaultOf();
    await archiveEvidence(client, { vault });
    expect(counted.urls).toHaveLength(1 + 2 + 2 * 101);
    counted.urls.length = 0;
    expect((await archiveEvidence(client, { vault })).counts).toMatchObject({ known: 101 });
    const [head = '', ...others] = counted.urls.map(({ pathname }) => pathname).sort();
    expect(head).toMatch(/^\/v1\/cdrs\//);
    expect(others).toEqual([
      '/v1/domains',
      ...['/v1/domains/acme.example/cdrs', '/v1/domains/acme.example/cdrs'],
    ]);
  });

  it('keeps nothing that opens the image, and no key', async () => {
    const { clientOf, mock, captureMany } = archiveWorld();
    captureMany(1);
    const counted = countingFetch(mock.fetch);
    const vault = vaultOf();
    await archiveEvidence(clientOf({ fetch: counted.fetch }), { vault });
    const image = counted.urls.at(-1);
    let text = '';
    for await (const file of vault.list('')) text += String(await bytesIn(vault, file.path));
    expect(image?.search).not.toBe('');
    expect(text).not.toContain(image?.search);
    expect(text).not.toContain('downloadUrl');
  });

  it('never pays: what is not collected is listed', async () => {
    const { clientOf, capture, captureMany, thrifty, mock } = archiveWorld();
    captureMany(1);
    const free = [1, 2].map((n) => capture({ pageUrl: `https://thrifty.example/${n}` }, thrifty));
    capture({ pageUrl: 'https://thrifty.example/dev', devMode: true }, thrifty);
    const before = mock.charges();
    const report = await archiveEvidence(clientOf({}, thrifty), { vault: vaultOf() });
    expect(mock.charges()).toEqual(before);
    expect(report.counts).toMatchObject({ archived: 0, notCollected: 2, devMode: 1 });
    expect(report.notCollected.map(({ cdrId }) => cdrId).sort()).toEqual(free.sort());
    expect(report.ok).toBe(true);
  });

  it('says what the service deletes soon, and which of it is not in the vault', async () => {
    const { clientOf, capture, thrifty, mock } = archiveWorld();
    const client = clientOf({}, thrifty);
    const page = { pageUrl: 'https://thrifty.example/' };
    const [paid, free] = [capture(page, thrifty), capture(page, thrifty)];
    await client.cdrs.collect(paid);
    await mock.clock.advance((1825 - 180) * DAY_MS - 1);
    const options = { vault: vaultOf(), clock: mock.clock };
    expect((await archiveEvidence(client, options)).counts.expiring).toBe(0);
    await mock.clock.advance(1);
    const { expiring, counts } = await archiveEvidence(client, options);
    expect(counts.expiring).toBe(2);
    const deletedAt = mock.clock.now() + 180 * DAY_MS;
    expect(expiring).toMatchObject([
      { cdrId: free, archived: false, deletedAt },
      { cdrId: paid, archived: true, deletedAt },
    ]);
    const later = await archiveEvidence(client, { ...options, warnWithinDays: 179 });
    expect(later.counts.expiring).toBe(0);
  });

  it('names a record to be held that is not in the vault', async () => {
    const { client, captureMany } = archiveWorld();
    const [held = ''] = captureMany(2);
    const report = await archiveEvidence(client, { vault: vaultOf(), hold: [held, 'cdr_gone'] });
    expect(report.ok).toBe(false);
    expect(report.problems).toMatchObject([{ kind: 'not_held', cdrId: 'cdr_gone' }]);
  });

  it.each(['record', 'image'] as const)('names one whose %s is gone', async (name) => {
    const { client, captureMany } = archiveWorld();
    const hold = captureMany(12);
    const vault = new MemoryVault();
    expect((await archiveEvidence(client, { vault, hold })).ok).toBe(true);
    const [line] = await recordsIn(vault);
    const path = line?.[name]?.path ?? '';
    vault.files.delete(path);
    const report = await archiveEvidence(client, { vault, hold });
    expect(report.problems).toMatchObject([{ kind: 'not_held', cdrId: line?.cdrId, path }]);
  });

  it('reports each record and each step', async () => {
    const { client, captureMany } = archiveWorld();
    const ids = captureMany(2);
    const states = new Map<string, string>();
    let last: unknown;
    await archiveEvidence(client, {
      vault: vaultOf(),
      onRecord: ({ cdrId, state }) => {
        states.set(cdrId, state);
        throw new Error('a caller’s own fault');
      },
      onProgress: (progress) => (last = progress),
    });
    expect([...states]).toEqual(expect.arrayContaining(ids.map((id) => [id, 'archived'])));
    expect(last).toMatchObject({ archived: 2, domains: 1, domainsDone: 1 });
  });

  it('walks the domains that are named, and no other', async () => {
    const { client, captureMany } = archiveWorld();
    captureMany(1, 'acme.example');
    captureMany(2, 'other.example');
    const options = { vault: vaultOf(), domains: ['other.example'] };
    expect((await archiveEvidence(client, options)).counts.archived).toBe(2);
  });
});

async function bytesIn(vault: Vault, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await vault.get(name)) ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

it('is one manifest file and its head in a folder, which sha256sum reads', async () => {
  const { client, captureMany } = archiveWorld();
  captureMany(1);
  const folder = tempFolder();
  const { manifest } = await archiveEvidence(client, { vault: folderVault(folder) });
  const text = readFileSync(path.join(folder, 'manifest.ndjson'), 'utf8');
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  expect(readFileSync(path.join(folder, 'manifest.head'), 'utf8')).toBe(`${manifest.head}\n`);
  expect(sha256(Buffer.from(last))).toBe(manifest.head);
});

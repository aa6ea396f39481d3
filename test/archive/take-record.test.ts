import { expect, it } from 'vitest';
import { Account } from '../../src/archive/account.ts';
import { recordPaths } from '../../src/archive/file-names.ts';
import type { ArchivedFile } from '../../src/archive/manifest-line.ts';
import { type TakeTools, takeRecord } from '../../src/archive/take-record.ts';
import { Slots } from '../../src/platform/slots.ts';
import { archiveWorld } from './support/archive-world.ts';
import { MemoryVault } from './support/memory-vault.ts';

function tools({ client, mock }: ReturnType<typeof archiveWorld>, more: Partial<TakeTools> = {}) {
  const vault = new MemoryVault();
  const own = { client, vault, account: new Account('Acme Solar', undefined) };
  return { ...own, clock: mock.clock, requests: new Slots(4), signal: undefined, ...more, vault };
}

it('a record that is taken is two files, and a line that lists them', async () => {
  const world = archiveWorld();
  const given = tools(world);
  const cdrId = world.capture();
  const { lines, cdr, made, bytes } = await takeRecord(given, cdrId);
  const paths = recordPaths(cdr);
  expect([...given.vault.types]).toEqual([
    [paths.record, 'application/json'],
    [paths.image, cdr.contentType],
  ]);
  expect(made).toEqual([paths.record, paths.image]);
  const sizeOf = (at: string) => given.vault.files.get(at)?.byteLength ?? Number.NaN;
  expect(bytes).toBe(sizeOf(paths.record) + sizeOf(paths.image));
  expect(lines).toEqual([
    {
      ...{ cdrId, domainId: cdr.domainId, createdAt: cdr.createdAt, fetchedAt: expect.any(Number) },
      record: expect.objectContaining({ path: paths.record, bytes: sizeOf(paths.record) }),
      image: expect.objectContaining({ path: paths.image, bytes: sizeOf(paths.image) }),
      requestId: expect.stringMatching(/\S/),
    },
  ]);
});

it('only files that were not there before are made by it', async () => {
  const world = archiveWorld();
  const given = tools(world);
  const cdrId = world.capture();
  const first = await takeRecord(given, cdrId);
  const again = await takeRecord(given, cdrId);
  expect([again.made, again.bytes]).toEqual([[], first.bytes]);
  const { image } = recordPaths(first.cdr);
  given.vault.files.delete(image);
  expect((await takeRecord(given, cdrId)).made).toEqual([image]);
});

it('a file with other bytes that has the name is listed, and left as it is', async () => {
  const world = archiveWorld();
  const given = tools(world);
  const cdrId = world.capture();
  const { record, image } = recordPaths((await takeRecord(tools(world), cdrId)).cdr);
  for (const at of [record, image]) given.vault.files.set(at, new Uint8Array([1]));
  const { made, lines } = await takeRecord(given, cdrId);
  expect(made).toHaveLength(2);
  for (const at of [record, image]) expect(made).not.toContain(at);
  expect(lines).toMatchObject([{ aside: [{ path: record }, { path: image }] }]);
});

it('a record without a paid image is refused, unless it may be stored without', async () => {
  const world = archiveWorld();
  const client = world.clientOf({}, world.thrifty);
  const given = tools(world, { client, account: new Account('Thrifty Leads', undefined) });
  const cdrId = world.capture({}, world.thrifty);
  await expect(takeRecord(given, cdrId)).rejects.toMatchObject({ reason: 'not_collected' });
  expect(given.vault.files.size).toBe(0);
  const { lines, made, bytes, cdr } = await takeRecord(given, cdrId, 'not_collected');
  const { record } = recordPaths(cdr);
  expect(made).toEqual([record]);
  expect(bytes).toBe(given.vault.files.get(record)?.byteLength);
  expect(lines).toMatchObject([{ cdrId, image: null }]);
});

it('the first record of a vault says whose it is, with the file that claims it', async () => {
  const world = archiveWorld();
  const vaultFile = { path: 'vault.json', bytes: 1, sha256: 'a', contentType: 'text/plain' };
  const claims: unknown[] = [];
  const claim = async (name: unknown): Promise<ArchivedFile> => {
    claims.push(name);
    return vaultFile;
  };
  const given = tools(world, { account: new Account(undefined, undefined), claim });
  const { lines } = await takeRecord(given, world.capture());
  expect(claims).toEqual(['Acme Solar']);
  expect(lines).toMatchObject([
    {
      kind: 'account',
      organizationName: 'Acme Solar',
      vault: vaultFile,
      at: world.mock.clock.now(),
    },
    { image: {} },
  ]);
  expect((await takeRecord(given, world.capture())).lines).toHaveLength(1);
});

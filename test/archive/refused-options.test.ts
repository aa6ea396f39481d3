import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import {
  archiveEvidence,
  archiveRecord,
  eraseRecord,
  exportArchive,
  findInArchive,
  folderVault,
  type Vault,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import { InvalidInputError } from '../../src/index.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { all } from './support/all.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { MemoryVault } from './support/memory-vault.ts';

type Given = Partial<Record<'client' | 'vault', unknown>>;

const nothing = () => undefined;
const NONE = { list: nothing, get: nothing };
const PHONE = '(415) 555-0123';
const ERASE = { cdrId: 'cdr_1', reason: 'asked for', by: 'ann' };

/** What is called with a client, and what is called with a vault. */
const TAKE_CLIENT = {
  archiveEvidence: ({ client, vault }: Given) =>
    archiveEvidence(client as never, { vault: vault as Vault }),
  archiveRecord: ({ client, vault }: Given) =>
    archiveRecord(client as never, { vault: vault as Vault, cdrId: 'cdr_1' }),
  writeDossier: ({ client, vault }: Given) =>
    writeDossier(client as never, {
      phone: PHONE,
      folder: `${tempFolder()}/case`,
      archive: vault as Vault,
    }),
};
const TAKE_VAULT = {
  ...TAKE_CLIENT,
  eraseRecord: ({ vault }: Given) => eraseRecord(vault as Vault, ERASE),
  exportArchive: ({ vault }: Given) => all(exportArchive(vault as Vault, { format: 'csv' })),
  findInArchive: ({ vault }: Given) => all(findInArchive(vault as Vault, { month: '2026-01' })),
  verifyArchive: ({ vault }: Given) => verifyArchive(vault as Vault),
};

const issuesOf = async (call: () => Promise<unknown>) => {
  const failure = await failureOf(Promise.resolve().then(call)); // some refuse at once
  expect(failure).toBeInstanceOf(InvalidInputError);
  return (failure as InvalidInputError).issues.map(({ path, message }) => [path, message]);
};

describe.each(Object.entries(TAKE_CLIENT))('%s', (_, call) => {
  it.each([
    ['nothing', undefined],
    ['a text', 'client'],
    ['no domains', { cdrs: { ...NONE, download: nothing } }],
    ['no download', { cdrs: NONE, domains: NONE }],
    ['a domain list that is none', { cdrs: { ...NONE, download: nothing }, domains: {} }],
  ])('refuses a client that is %s, and asks for nothing', async (_, client) => {
    const vault = new MemoryVault();
    expect(await issuesOf(() => call({ client, vault }))).toEqual([
      ['client', expect.stringContaining('a ConsentEvidence client')],
    ]);
    expect(vault.files.size).toBe(0);
  });
});

describe.each(Object.entries(TAKE_VAULT))('%s', (_, call) => {
  const whole = new MemoryVault();
  it.each(['has', 'put', 'get', 'list'])('refuses a vault without %s', async (name) => {
    const { client, requests } = archiveWorld();
    const methods = ['has', 'put', 'get', 'list'].filter((each) => each !== name);
    const vault = Object.fromEntries(
      methods.map((each) => [each, whole[each as 'has'].bind(whole)]),
    );
    expect(await issuesOf(() => call({ client, vault }))).toEqual([
      [
        expect.stringMatching(/^(?:vault|archive)$/),
        expect.stringContaining('a vault: folderVault'),
      ],
    ]);
    expect(requests()).toEqual([]);
  });
});

/** Returns the files of the databases that are closed from now on. */
function closedFiles(): (string | null)[] {
  const closed: (string | null)[] = [];
  const { close } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(function (this: DatabaseSync) {
    closed.push(this.location());
    close.call(this);
  });
  return closed;
}

it('a run that is refused for the index of another archive leaves none open', async () => {
  const { client, capture } = archiveWorld();
  capture();
  const [one, two] = [folderVault(tempFolder()), folderVault(tempFolder())];
  for (const vault of [one, two]) await archiveEvidence(client, { vault });
  const closed = closedFiles();
  const given = { vault: one, index: two.indexFile };
  for (const call of [
    () => archiveEvidence(client, given),
    () => archiveRecord(client, { ...given, cdrId: 'cdr_1' }),
    () => all(findInArchive(one, { month: '2026-01', index: two.indexFile })),
  ]) {
    closed.length = 0;
    await expect(call()).rejects.toThrow(/index: .*the index of another vault/);
    expect(closed).toContain(two.indexFile);
  }
});

it('nothing leaves an index open', async () => {
  const { client, capture } = archiveWorld();
  const cdrId = capture();
  const vault = folderVault(tempFolder());
  const closed = closedFiles();
  const month = '2026-01';
  for (const [name, call] of Object.entries({
    archiveEvidence: () => archiveEvidence(client, { vault }),
    archiveRecord: () => archiveRecord(client, { vault, cdrId }),
    findInArchive: () => all(findInArchive(vault, { month })),
    'findInArchive, left early': async () => {
      for await (const { cdrId } of findInArchive(vault, { month })) return cdrId;
      return undefined;
    },
    eraseRecord: () => eraseRecord(vault, { ...ERASE, cdrId }),
  })) {
    closed.length = 0;
    expect(await call()).toBeDefined();
    expect([name, closed.includes(vault.indexFile)]).toEqual([name, true]);
  }
});

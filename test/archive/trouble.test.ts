import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ArchiveEvidenceOptions,
  archiveEvidence,
  folderVault,
  type Vault,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import type { FetchLike } from '../../src/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { countingFetch } from './support/counting-fetch.ts';
import { linesIn, recordsIn } from './support/lines-in.ts';
import { MemoryVault } from './support/memory-vault.ts';

type World = ReturnType<typeof archiveWorld>;
const CONCURRENCY = { concurrency: 1 };

function archived({ client, mock }: World, options: ArchiveEvidenceOptions) {
  return archiveEvidence(client, { clock: mock.clock, ...options });
}

/** Checks that nothing is half-written, and that the next run archives everything. */
async function recovers(world: World, vault: Vault, count: number): Promise<void> {
  expect((await archived(world, { vault })).ok).toBe(true);
  expect(await recordsIn(vault)).toHaveLength(count);
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: count });
}

describe('a record that cannot be had', () => {
  it.each(['domainId', 'contentType', 'organizationName'])(
    'is named where its %s is so long that its line could not be read again',
    async (member) => {
      const world = archiveWorld();
      const [first = ''] = world.captureMany(3);
      const long = `"${member}":"${'x'.repeat(2 ** 20)}`;
      const fetch: FetchLike = async (input, init) => {
        const reply: Response = await world.mock.fetch(input, init);
        if (!String(input).endsWith(`/v1/cdrs/${first}`)) return reply;
        return new Response((await reply.text()).replace(`"${member}":"`, long), reply);
      };
      const vault = folderVault(tempFolder());
      const report = await archiveEvidence(world.clientOf({ fetch }), { vault });
      expect(report.counts).toMatchObject({ archived: 2, failed: 1, problems: 1 });
      expect(report.problems[0]?.message).toContain(`${member} is too long`);
      await recovers(world, vault, 3);
    },
  );

  it('is named where it vanished between the list and the reading, and the rest continues', async () => {
    const world = archiveWorld();
    const [first = ''] = world.captureMany(4);
    const { fetch } = countingFetch(world.mock.fetch, ({ pathname }) => {
      if (pathname === `/v1/cdrs/${first}`) world.mock.invalidate(first);
      return undefined;
    });
    const vault = folderVault(tempFolder());
    const client = world.clientOf({ fetch });
    const report = await archiveEvidence(client, { vault });
    expect(report.counts).toMatchObject({ archived: 3, failed: 1, problems: 1 });
    expect(report.problems).toMatchObject([
      { kind: 'vanished', cdrId: first, requestId: expect.any(String) },
    ]);
    await recovers(world, vault, 3);
  });

  it('is named where the image is not as long as the record says', async () => {
    const world = archiveWorld();
    world.captureMany(2);
    let images = 0;
    const { fetch } = countingFetch(world.mock.fetch, ({ search }) =>
      search !== '' && !search.includes('page') && (images += 1) === 1
        ? new Response('short', { headers: { 'content-type': 'image/png' } })
        : undefined,
    );
    const vault = folderVault(tempFolder());
    const report = await archiveEvidence(world.clientOf({ fetch }), { vault });
    expect(report.problems).toMatchObject([{ kind: 'integrity', cdrId: expect.any(String) }]);
    expect(report.counts).toMatchObject({ archived: 1, failed: 1 });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
    await recovers(world, vault, 2);
  });

  it('ends the taking, not the count, where eight fail one after another', async () => {
    const world = archiveWorld();
    world.captureMany(2);
    const vault = folderVault(tempFolder());
    expect((await archived(world, { vault })).ok).toBe(true);
    world.captureMany(12);
    const { fetch, urls } = countingFetch(world.mock.fetch, ({ pathname }) =>
      pathname.startsWith('/v1/cdrs/') ? new Response('down', { status: 503 }) : undefined,
    );
    const report = await archiveEvidence(world.clientOf({ fetch }), { vault, ...CONCURRENCY });
    expect(report.counts.failed + report.counts.left).toBe(12);
    expect(report.counts.failed).toBeLessThan(11);
    expect(report.problems.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
    expect(report.problems[0]).toMatchObject({ kind: 'service' });
    expect(urls.length).toBeLessThan(16);
    await recovers(world, vault, 14);
  });

  it('ends a first run of an outage too, where there is nothing to compare with', async () => {
    const world = archiveWorld();
    world.captureMany(130);
    const { fetch } = countingFetch(world.mock.fetch, ({ pathname }) =>
      pathname.startsWith('/v1/cdrs/') ? new Response('down', { status: 503 }) : undefined,
    );
    const vault = folderVault(tempFolder());
    const report = await archiveEvidence(world.clientOf({ fetch }), { vault });
    expect(report.counts).toMatchObject({ archived: 0, left: expect.any(Number) });
    expect(report.counts.failed).toBeLessThan(110);
    expect(report.problems.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
  });

  it('ends as aborted where the signal comes while it asks whether there is an outage', async () => {
    const world = archiveWorld();
    world.captureMany(1);
    const vault = folderVault(tempFolder());
    expect((await archived(world, { vault })).ok).toBe(true);
    const [known = ''] = (await recordsIn(vault)).map(({ cdrId }) => cdrId);
    world.captureMany(12);
    const stop = new AbortController();
    const { fetch } = countingFetch(world.mock.fetch, ({ pathname }) => {
      if (pathname === `/v1/cdrs/${known}`) stop.abort();
      return pathname.startsWith('/v1/cdrs/') ? new Response('down', { status: 503 }) : undefined;
    });
    const client = world.clientOf({ fetch });
    const report = await archiveEvidence(client, { vault, ...CONCURRENCY, signal: stop.signal });
    expect(report.problems.at(-1)).toMatchObject({ kind: 'aborted' });
    expect(report.problems.filter(({ kind }) => kind === 'stopped')).toEqual([]);
  });

  // However many of them stand in a row, and wherever: what can be had is had in one run.
  it.each([
    ['at the store', 9, 404],
    ['at the store', 60, 403],
    ['at the service', 60, 500],
  ])('keeps no other from being taken: lost %s, %i in a row', async (where, count, status) => {
    const world = archiveWorld();
    world.captureMany(3, 'a.example');
    const vault = folderVault(tempFolder());
    expect((await archived(world, { vault })).ok).toBe(true);
    const lost = new Set(world.captureMany(count, 'a.example'));
    world.captureMany(5, 'a.example');
    world.captureMany(5, 'b.example');
    const { fetch } = countingFetch(world.mock.fetch, ({ pathname }) => {
      const isLost = [...lost].some((cdrId) => pathname.includes(cdrId));
      const isAtService = pathname.startsWith('/v1/');
      return isLost && isAtService === (where === 'at the service')
        ? new Response('lost', { status })
        : undefined;
    });
    const report = await archiveEvidence(world.clientOf({ fetch }), { vault });
    expect(report.counts).toMatchObject({ archived: 10, known: 3, failed: count, left: 0 });
    expect(new Set(report.problems.map(({ kind }) => kind))).toEqual(new Set(['service']));
    await recovers(world, vault, 13 + count);
  });
});

describe('records that stand between others', () => {
  it('do not end the run where the vault cannot keep them, however many they are', async () => {
    const world = archiveWorld();
    const lost = new Set(world.captureMany(30).filter((_, at) => at % 3 === 0));
    const vault = new MemoryVault();
    const put: Vault['put'] = async (path, bytes) => {
      if ([...lost].some((cdrId) => path.includes(cdrId))) throw new Error('no space for this');
      return vault.put(path, bytes);
    };
    const failing: Vault = {
      has: vault.has.bind(vault),
      get: vault.get.bind(vault),
      put,
      list: vault.list.bind(vault),
    };
    const report = await archived(world, { vault: failing, ...CONCURRENCY });
    expect(report.counts).toMatchObject({ archived: 20, failed: 10, left: 0 });
    await recovers(world, vault, 30);
  });

  it('are taken once where the list has them twice, while they are being taken and after', async () => {
    const world = archiveWorld();
    world.captureMany(4);
    const fetch: typeof world.mock.fetch = async (input, init) => {
      const response = await world.mock.fetch(input, init);
      const url = input instanceof Request ? input.url : String(input);
      if (!url.includes('/v1/domains/')) return response;
      const reply = (await response.json()) as { data: { cdrs: object[] } };
      reply.data.cdrs = [...reply.data.cdrs.flatMap((cdr) => [cdr, cdr]), ...reply.data.cdrs];
      return Response.json(reply);
    };
    const vault = folderVault(tempFolder());
    const report = await archiveEvidence(world.clientOf({ fetch }), { vault });
    expect(report.counts).toMatchObject({ archived: 4, failed: 0, left: 0 });
    await recovers(world, vault, 4);
  });
});

describe('a record whose reply cannot be trusted', () => {
  type Change = (cdr: Record<string, unknown>, other: string) => void;
  const changes: readonly [string, Change, string][] = [
    ['is about another record', (cdr, other) => (cdr['cdrId'] = other), 'another record'],
    ['has no domain', (cdr) => delete cdr['domainId'], 'no usable domainId'],
    ['has an empty domain', (cdr) => (cdr['domainId'] = ''), 'no usable domainId'],
    ['has a text as its time', (cdr) => (cdr['createdAt'] = '2026'), 'no usable createdAt'],
    ['has no time', (cdr) => (cdr['createdAt'] = null), 'no usable createdAt'],
  ];

  it.each(changes)('because it %s is no record of the archive', async (_what, change, says) => {
    const world = archiveWorld();
    const [first = '', second = ''] = world.captureMany(2);
    const fetch: typeof world.mock.fetch = async (input, init) => {
      const response = await world.mock.fetch(input, init);
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith(`/v1/cdrs/${first}`)) return response;
      const reply = (await response.json()) as { data: { cdr: Record<string, unknown> } };
      change(reply.data.cdr, second);
      return Response.json(reply);
    };
    const client = world.clientOf({ fetch, validateReplies: 'warn' });
    const vault = folderVault(tempFolder());
    const report = await archiveEvidence(client, { vault });
    expect(report.counts).toMatchObject({ archived: 1, failed: 1 });
    expect(report.problems).toMatchObject([
      { kind: 'service', cdrId: first, message: expect.stringContaining(says) },
    ]);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
    await recovers(world, vault, 2);
  });
});

describe('an account that is refused', () => {
  it('ends the run by its name', async () => {
    const world = archiveWorld();
    world.captureMany(3);
    world.mock.updateOrganization(world.company, { apiAccess: 'off' });
    await world.mock.clock.advance({ minutes: 6 });
    const report = await archived(world, { vault: folderVault(tempFolder()) });
    expect(report).toMatchObject({ ok: false, problems: [{ kind: 'access' }] });
  });

  it('throws where there is no key at all: no record was begun', async () => {
    const { clientOf } = archiveWorld();
    const vault = new MemoryVault();
    const run = archiveEvidence(clientOf({ apiKey: () => '' }), { vault });
    await expect(run).rejects.toMatchObject({ name: 'InvalidInputError' });
    expect([...vault.files.keys()]).toEqual(['segments/00000000.head']);
  });

  it('is told apart from the one whose vault it is, before anything is written', async () => {
    const world = archiveWorld();
    world.captureMany(2);
    const other = world.mock.addOrganization({ name: 'Other Brand' });
    world.capture({ pageUrl: 'https://other.example/' }, other);
    const vault = folderVault(tempFolder());
    await archived(world, { vault });
    const before = await linesIn(vault);
    const client = world.clientOf({}, other);
    const report = await archiveEvidence(client, { vault });
    expect(report.problems).toMatchObject([
      { kind: 'other_account', message: expect.stringContaining('"Acme Solar"') },
    ]);
    expect(await linesIn(vault)).toEqual(before);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
    const renamed = await archiveEvidence(client, { vault, organizationName: 'Other Brand' });
    expect(renamed).toMatchObject({ ok: true, counts: { archived: 1 } });
    expect((await linesIn(vault)).at(-2)).toMatchObject({ organizationName: 'Other Brand' });
  });
});

/** A vault whose storage is full after `left` puts. */
class FullVault extends MemoryVault {
  left: number;
  constructor(left: number) {
    super();
    this.left = left;
  }
  override async put(name: string, bytes: Uint8Array) {
    if ((this.left -= 1) < 0) {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    }
    return super.put(name, bytes);
  }
}

describe('a vault that fails', () => {
  it.each([0, 1, 2, 3, 4, 6])('is named where it is full after %i files', async (puts) => {
    const world = archiveWorld();
    world.captureMany(3);
    const vault = new FullVault(puts);
    const report = await archived(world, { vault, ...CONCURRENCY });
    expect(report.ok).toBe(false);
    const kinds = new Set(report.problems.map(({ kind }) => kind));
    expect([...kinds].every((kind) => kind === 'vault' || kind === 'manifest')).toBe(true);
    expect(report.problems[0]?.message).toContain('ENOSPC');
    const { archived: done, failed, left } = report.counts;
    // If not even the manifest can be started, the service is not asked for anything. That takes two
    // puts: the second one finds out whether a put replaces what is there.
    expect(done + failed + left).toBe(puts < 2 ? 0 : 3);
    vault.left = Infinity;
    await recovers(world, vault, 3);
  });

  it('is refused where its put replaces what is there, before the service is asked', async () => {
    const world = archiveWorld();
    world.captureMany(3);
    const vault = new MemoryVault();
    await archived(world, { vault });
    world.captureMany(1);
    const before = new Map(vault.files);
    const asked = world.requests().length;
    for (const files of [vault.files, new Map()]) {
      const replacing = Object.assign(new MemoryVault(), { files });
      replacing.put = async (name, bytes) => {
        replacing.files.set(name, bytes);
        return 'kept';
      };
      const { problems } = await archived(world, { vault: replacing });
      expect(problems).toMatchObject([
        { kind: 'vault', message: expect.stringContaining('put replaced a file') },
      ]);
    }
    expect(world.requests()).toHaveLength(asked);
    expect(vault.files).toEqual(before);
    await recovers(world, vault, 4);
  });

  it('is named where the manifest of a folder cannot be written on', async () => {
    const world = archiveWorld();
    world.captureMany(5);
    const vault = folderVault(tempFolder());
    let appends = 0;
    const full: Vault = {
      has: vault.has.bind(vault),
      put: vault.put.bind(vault),
      get: vault.get.bind(vault),
      list: vault.list.bind(vault),
      growing: {
        replace: vault.growing.replace.bind(vault.growing),
        read: vault.growing.read.bind(vault.growing),
        append: async (...args) => {
          if ((appends += 1) > 1) throw new Error('ENOSPC: no space left on device');
          return vault.growing.append(...args);
        },
      },
    };
    const report = await archived(world, { vault: full, ...CONCURRENCY });
    expect(report.problems).toMatchObject([{ kind: 'manifest' }]);
    const { archived: done, left } = report.counts;
    expect(done + left).toBe(5);
    await recovers(world, vault, 5);
  });
});

describe('two runs at once', () => {
  it('exclude each other in a folder', async () => {
    const world = archiveWorld();
    world.captureMany(3);
    const folder = tempFolder();
    const reports = await Promise.all(
      [1, 2].map(() => archived(world, { vault: folderVault(folder) })),
    );
    const busy = reports.filter(({ problems }) => problems[0]?.kind === 'busy');
    expect(busy).toHaveLength(1);
    expect(busy[0]).toMatchObject({ ok: false, counts: { archived: 0 } });
    await recovers(world, folderVault(folder), 3);
  });

  it('cannot fork the manifest of a vault that has no lock', async () => {
    const world = archiveWorld();
    world.captureMany(3);
    const vault = new MemoryVault();
    const reports = await Promise.all([1, 2].map(() => archived(world, { vault })));
    expect(reports.map(({ problems }) => problems.map(({ kind }) => kind)).sort()).toEqual([
      [],
      ['busy'],
    ]);
    await recovers(world, vault, 3);
  });
});

describe('a run that ends in the middle', () => {
  /** A `fetch` whose replies with records come when they are let go. */
  function heldBack(world: World) {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let isReached = (): void => undefined;
    const reached = new Promise<void>((resolve) => (isReached = resolve));
    let waiting = 0;
    const fetch: typeof world.mock.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (/\/v1\/cdrs\/cdr_\w+$/.test(url)) {
        waiting += 1;
        if (waiting === 2) isReached();
        await held;
      }
      return world.mock.fetch(input, init);
    };
    return { client: world.clientOf({ fetch }), reached, letGo };
  }

  /** Whether the folder can be locked: no run uses it. */
  async function isFree(folder: string): Promise<boolean> {
    const lock = await folderVault(folder).lock('run');
    await lock?.release();
    return lock !== undefined;
  }

  it('because a domain has no name keeps the folder until its records are written', async () => {
    const world = archiveWorld();
    world.captureMany(2);
    const folder = tempFolder();
    const { client, reached, letGo } = heldBack(world);
    const domains = ['acme.example', 'a/b'];
    const run = archiveEvidence(client, { vault: folderVault(folder), domains }).catch(String);
    await reached;
    expect(await isFree(folder)).toBe(false);
    letGo();
    expect(await run).toMatch(/InvalidInputError/);
    const lines = await linesIn(folderVault(folder));
    expect(lines).toHaveLength(3);
    await recovers(world, folderVault(folder), 2);
  });

  it('because a file of a dossier cannot be written keeps the folder likewise', async () => {
    const world = archiveWorld();
    const pages = ['https://blocked.example/', 'https://b.example/', 'https://b.example/2'];
    for (const pageUrl of pages) world.capture({ pageUrl });
    const folder = tempFolder();
    const data = path.join(folder, 'data');
    mkdirSync(path.join(data, 'records'), { recursive: true });
    writeFileSync(path.join(data, 'records', 'blocked.example'), '');
    const { client, reached, letGo } = heldBack(world);
    const options = { phone: '(212) 555-0147', folder };
    const run = writeDossier(client, options);
    await reached;
    letGo();
    const report = await run;
    expect(report).toMatchObject({ ok: false, problems: [{ kind: 'vault' }] });
    const lines = await linesIn(folderVault(data));
    expect(report.manifest.lines).toBe(lines.length);
    expect(lines).toHaveLength(4);
    rmSync(path.join(data, 'records', 'blocked.example'));
    expect(await writeDossier(world.client, options)).toMatchObject({ ok: true, records: 3 });
    expect(await verifyArchive(folderVault(data))).toMatchObject({ ok: true, records: 3 });
  });
});

describe('a store whose client repeats a put whose answer was lost', () => {
  it('is no second run', async () => {
    const world = archiveWorld();
    world.captureMany(3);
    const vault = new MemoryVault();
    const put = vault.put.bind(vault);
    vault.put = async (name, bytes) => {
      await put(name, bytes);
      return put(name, bytes);
    };
    expect(await archived(world, { vault })).toMatchObject({ ok: true, counts: { archived: 3 } });
    await recovers(world, vault, 3);
  });
});

describe('a manifest that is not as it was left', () => {
  async function withArchive(count = 4) {
    const world = archiveWorld();
    world.captureMany(count);
    const folder = tempFolder();
    const vault = folderVault(folder);
    await archived(world, { vault });
    return { world, vault, manifest: path.join(folder, 'manifest.ndjson'), folder };
  }

  it('continues where a run was cut off in the middle of a line', async () => {
    const { world, vault, manifest } = await withArchive();
    writeFileSync(manifest, '{"cdrId":"cdr_half', { flag: 'a' });
    expect((await verifyArchive(vault)).problems[0]).toMatchObject({ kind: 'changed', line: 6 });
    world.captureMany(1);
    await recovers(world, vault, 5);
  });

  it('is put in order where a run was cut off before the head, though nothing is new', async () => {
    const { world, vault, manifest, folder } = await withArchive();
    const head = path.join(folder, 'manifest.head');
    const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
    const before = createHash('sha256')
      .update(lines[2] ?? '')
      .digest('hex');
    writeFileSync(head, `${before}\n`);
    writeFileSync(manifest, '{"cdrId":"cdr_half', { flag: 'a' });
    expect((await verifyArchive(vault)).ok).toBe(false);
    await recovers(world, vault, 4);
  });

  it('is put in order where a part has no head yet', async () => {
    const world = archiveWorld();
    world.captureMany(2);
    const vault = new MemoryVault();
    await archived(world, { vault });
    vault.files.delete('segments/00000001.head');
    expect((await verifyArchive(vault)).ok).toBe(false);
    await recovers(world, vault, 2);
  });

  it('is named where lines were cut off, and says so itself from then on', async () => {
    const { world, vault, manifest } = await withArchive();
    const lines = readFileSync(manifest, 'utf8').split('\n');
    truncateSync(manifest, Buffer.byteLength(lines.slice(0, 3).join('\n')) + 1);
    const report = await archived(world, { vault });
    expect(report.problems).toMatchObject([{ kind: 'manifest_cut', path: 'manifest.head' }]);
    expect(report.counts).toMatchObject({ archived: 2, known: 2 });
    expect((await verifyArchive(vault)).problems).toMatchObject([{ kind: 'cut', line: 4 }]);
    expect(await recordsIn(vault)).toHaveLength(4);
  });

  it('is named where a line was changed; what the line spoke for is taken again', async () => {
    const { world, vault, manifest } = await withArchive();
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace('"cdrId"', '"cdrID"'));
    const report = await archived(world, { vault });
    expect(report.problems[0]).toMatchObject({ kind: 'manifest_changed', path: 'manifest.ndjson' });
    expect(report.counts).toMatchObject({ archived: 1, known: 3 });
    expect((await verifyArchive(vault)).ok).toBe(false);
  });

  it('sets an unknown file aside, and stores the record under the next name', async () => {
    const { world, vault, folder } = await withArchive(1);
    const next = world.capture({ pageUrl: 'https://www.acme.example/next' });
    const planted = `records/acme.example/2026-01/${next}.json`;
    writeFileSync(path.join(folder, planted), '{"forged":true}');
    expect((await verifyArchive(vault)).problems).toMatchObject([{ kind: 'added', path: planted }]);
    expect((await archived(world, { vault })).ok).toBe(true);
    const line = (await recordsIn(vault)).at(-1);
    expect(line?.record.path).toBe(`records/acme.example/2026-01/${next}~2.json`);
    expect(line?.aside).toMatchObject([{ path: planted, bytes: 15 }]);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
  });
});

describe('a run that is told to end', () => {
  it('ends cleanly, and the next run continues', async () => {
    const world = archiveWorld();
    world.captureMany(20);
    const vault = folderVault(tempFolder());
    const controller = new AbortController();
    let requests = 0;
    const { fetch } = countingFetch(world.mock.fetch, () => {
      if ((requests += 1) === 25) controller.abort();
      return undefined;
    });
    const { signal } = controller;
    const report = await archiveEvidence(world.clientOf({ fetch }), { vault, signal });
    expect(report.problems).toMatchObject([{ kind: 'aborted' }]);
    expect(report.counts.archived).toBeGreaterThan(0);
    expect(report.counts.archived).toBeLessThan(20);
    expect(await verifyArchive(vault).then(({ problems }) => problems)).toSatisfy(
      (problems: { kind: string }[]) => problems.every(({ kind }) => kind === 'added'),
    );
    await recovers(world, vault, 20);
  });
});

describe('a vault that is kept for the next run, as in a process that runs for months', () => {
  const remove = (folder: string) => rmSync(folder, { recursive: true });
  it.each<[string, (folder: string, copy: string) => void]>([
    ['its folder was removed', remove],
    ['its folder for incomplete files was removed', (folder) => remove(`${folder}/.incoming`)],
    [
      'an older copy of its folder was put back',
      (folder, copy) => {
        remove(folder);
        cpSync(copy, folder, { recursive: true });
      },
    ],
  ])('continues after %s', async (_, happen) => {
    const world = archiveWorld();
    const place = tempFolder();
    const folder = path.join(place, 'evidence');
    const vault = folderVault(folder);
    world.captureMany(1);
    await recovers(world, vault, 1);
    cpSync(folder, `${folder}-copy`, { recursive: true });
    world.captureMany(1, 'later.example');
    await recovers(world, vault, 2);
    happen(folder, `${folder}-copy`);
    world.captureMany(1, 'later.example');
    await recovers(world, vault, 3);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  type DossierProgress,
  exportArchive,
  folderVault,
  verifyArchive,
  type WriteDossierOptions,
  writeDossier,
} from '../../src/archive/index.ts';
import { PHONE_SPELLINGS, phoneSpellings } from '../../src/contract/phone-filters.ts';
import { createLeadIntake, memoryLedger } from '../../src/intake/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { countingFetch } from './support/counting-fetch.ts';
import { linesIn, recordsIn } from './support/lines-in.ts';

const PHONE = '(415) 555-0123';
const DAY_MS = 86_400_000;
type World = ReturnType<typeof archiveWorld>;

const withPhone = (value: string, pageUrl = 'https://quotes.acme.example/solar') => ({
  pageUrl,
  fields: [{ name: 'phone', type: 'tel', value }],
});

function dossier(world: World, options: Partial<WriteDossierOptions> = {}) {
  const folder = path.join(tempFolder(), 'case');
  const run = (more: Partial<WriteDossierOptions> = {}) =>
    writeDossier(world.client, {
      ...{ phone: PHONE, folder, clock: world.mock.clock },
      ...options,
      ...more,
    });
  /** Without the bytes of the images, which would swamp the output of a failed test. */
  const page = () =>
    readFileSync(path.join(folder, 'data/dossier.html'), 'utf8').replaceAll(
      /(;base64,)[^"]+/g,
      '$1',
    );
  return { folder, run, page, vault: folderVault(path.join(folder, 'data')) };
}

describe('a dossier', () => {
  it('has the records of the number, their images and the page, each in its manifest', async () => {
    const world = archiveWorld();
    const ids = [1, 2].map(() => world.capture(withPhone(PHONE)));
    world.capture(withPhone('(212) 555-0147'));
    const { run, page, vault } = dossier(world, { note: '25-cv-0147' });
    const report = await run();
    expect(report).toMatchObject({
      ...{ ok: true, problems: [], found: 2, records: 2, images: 2, notCollected: [] },
      page: 'data/dossier.html',
    });
    expect((await recordsIn(vault)).map(({ cdrId }) => cdrId).sort()).toEqual(ids.sort());
    expect((await linesIn(vault))[0]).toMatchObject({
      ...{ kind: 'dossier', phone: '+14155550123', note: '25-cv-0147' },
    });
    expect((await linesIn(vault)).at(-1)).toMatchObject({ kind: 'file' });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2, files: 5 });
    for (const cdrId of ids) expect(page()).toContain(cdrId);
    expect(page()).toContain('25-cv-0147');
    expect(page().match(/<img /g)).toHaveLength(2);
  });

  it('needs nothing from anywhere, and runs nothing', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    const { run, page } = dossier(world);
    await run();
    expect(page()).not.toMatch(/<script|<link|<iframe|https?:\/\/[^"<]*\.(?:js|css|png)"/i);
    for (const [, source] of page().matchAll(/ src="([^"]{0,40})/g)) {
      expect(source).toMatch(/^data:image\/png;base64,/);
    }
    expect(page()).toContain(
      'content="default-src &#39;none&#39;; img-src data: file: &#39;self&#39;;',
    );
  });

  it('says what is not in a record, in each section', async () => {
    const world = archiveWorld();
    world.capture({
      ...withPhone(PHONE),
      ...{ submit: null, disclosures: [], signer: null },
    } as never);
    const { run, page } = dossier(world);
    await run();
    const text = page()
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'No submission was detected, so what was shown at that moment is not in this record',
    );
    for (const label of [
      'First names in the form',
      'Approximate place',
      'Request at the service',
    ]) {
      expect(text).toContain(label);
    }
    expect(text).toMatch(/Captured by the organization not in this record/);
    expect(text).not.toMatch(/undefined|NaN|null|\[object/);
  });

  it('never pays: a record that is not collected is there as text, and named', async () => {
    const world = archiveWorld();
    const cdrId = world.capture(withPhone(PHONE), world.thrifty);
    const before = world.mock.charges();
    const { folder, vault, page } = dossier(world);
    const client = world.clientOf({}, world.thrifty);
    const report = await writeDossier(client, { phone: PHONE, folder, clock: world.mock.clock });
    expect(world.mock.charges()).toEqual(before);
    expect(report).toMatchObject({ ok: true, records: 1, images: 0, notCollected: [{ cdrId }] });
    expect((await recordsIn(vault))[0]).toMatchObject({ cdrId, image: null });
    expect(page()).toContain('The image is not in this dossier');
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
  });

  it('finds the number in each usual spelling under a key of one’s own, on every domain', async () => {
    const world = archiveWorld();
    const spellings = [...new Set(phoneSpellings('4155550123'))];
    expect(spellings).toHaveLength(PHONE_SPELLINGS.length);
    // No one has paid for these records: the search needs no image.
    const ids = spellings.map((spelling, at) =>
      world.capture(
        {
          ...withPhone('(212) 555-0147', `https://brand${at % 3}.example/`),
          customMetadata: { lead_phone: spelling },
        },
        world.thrifty,
      ),
    );
    const { folder, vault } = dossier(world);
    const client = world.clientOf({}, world.thrifty);
    const report = await writeDossier(client, { phone: PHONE, folder, keys: ['lead_phone'] });
    expect(report).toMatchObject({ ok: true, found: ids.length });
    expect((await recordsIn(vault)).map(({ cdrId }) => cdrId).sort()).toEqual(ids.sort());
  });

  it('has a page that says so where nothing was found', async () => {
    const { run, page, vault } = dossier(archiveWorld());
    expect(await run()).toMatchObject({ ok: true, found: 0, records: 0 });
    expect(page()).toContain('No record was found.');
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
  });
});

describe('what else a dossier asks', () => {
  it('is the archive if the service has deleted the record since', async () => {
    const world = archiveWorld();
    const cdrId = world.capture(withPhone(PHONE));
    world.capture(withPhone('(212) 555-0147'));
    const archive = folderVault(tempFolder());
    await archiveEvidence(world.client, { vault: archive, clock: world.mock.clock });
    await world.mock.clock.advance(1826 * DAY_MS);
    const without = dossier(world);
    expect(await without.run()).toMatchObject({ found: 0 });
    const { run, vault } = dossier(world, { archive });
    expect(await run()).toMatchObject({ ok: true, found: 1, records: 1, images: 1 });
    const [kept] = await recordsIn(archive).then((lines) => lines.filter((l) => l.cdrId === cdrId));
    const [copied] = await recordsIn(vault);
    expect(copied?.record.sha256).toBe(kept?.record.sha256);
    expect(copied?.image?.sha256).toBe(kept?.image?.sha256);
    expect(copied?.fetchedAt).toBe(kept?.fetchedAt);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
  });

  it('is the ledger of an intake: which lead came with a record, and which was accepted', async () => {
    const world = archiveWorld();
    const ledger = memoryLedger();
    const seller = world.clientOf({}, world.thrifty);
    const cdrId = world.capture(withPhone(PHONE), world.thrifty);
    const { shareUrl } = await seller.cdrs.share(cdrId);
    const intake = createLeadIntake({
      client: world.client,
      ledger,
      criteria: { schemaVersion: 1 },
      clock: world.mock.clock,
    });
    expect(await intake.take({ leadId: 'L-77', shareUrl, phone: PHONE })).toMatchObject({
      decision: 'accept',
    });
    const { run, page } = dossier(world, { ledger, leads: ['L-77', 'L-none'] });
    const report = await run();
    expect(report).toMatchObject({ found: 1, records: 1 });
    expect(report.problems).toMatchObject([
      { kind: 'ledger', message: expect.stringContaining('L-none') },
    ]);
    expect(page()).toContain('Lead L-77');
    expect(page()).toContain('yes, according to the ledger');
    expect(page()).toContain('shared into this account by another organization');
  });

  /** Accepts a lead whose number the service does not list: a page may have more than ten. */
  async function lead(world: World, ledger: ReturnType<typeof memoryLedger>) {
    const seller = world.clientOf({}, world.thrifty);
    const others = Array.from({ length: 10 }, (_, at) => ({
      ...{ name: `phone_${at}`, type: 'tel', value: `(201) 555-01${at + 10}` },
    }));
    const page = withPhone(PHONE);
    const fields = [...others, ...page.fields];
    const cdrId = world.capture({ ...page, fields }, world.thrifty);
    const { shareUrl } = await seller.cdrs.share(cdrId);
    const criteria = { schemaVersion: 1 } as const;
    const intake = createLeadIntake({ client: world.client, ledger, criteria });
    const taken = await intake.take({ leadId: 'L-1', shareUrl, phone: PHONE });
    expect(taken).toMatchObject({ decision: 'accept', cdrId });
    return cdrId;
  }

  it.each([
    ['deleted', (world: World) => world.mock.clock.advance(1826 * DAY_MS)],
    ['flagged invalid', async (world: World, cdrId: string) => world.mock.invalidate(cdrId)],
  ])('is the archive, for the record of a named lead that was %s since', async (_, lose) => {
    const world = archiveWorld();
    const ledger = memoryLedger();
    const cdrId = await lead(world, ledger);
    const archive = folderVault(tempFolder());
    await archiveEvidence(world.client, { vault: archive, clock: world.mock.clock });
    await lose(world, cdrId);
    const { run, vault, page } = dossier(world, { ledger, leads: ['L-1'] });
    expect(await run({ archive })).toMatchObject({ ok: true, found: 1, records: 1, images: 1 });
    expect(await recordsIn(vault)).toMatchObject([{ cdrId }]);
    expect(page()).toContain('Lead L-1');
    expect(page()).toContain('yes, according to the ledger');
  });

  it('is the archive for what is known already, also where the limit is reached', async () => {
    const world = archiveWorld();
    const ledger = memoryLedger();
    for (let count = 0; count < 3; count += 1) world.capture(withPhone(PHONE));
    await lead(world, ledger);
    const archive = folderVault(tempFolder());
    await archiveEvidence(world.client, { vault: archive, clock: world.mock.clock });
    await world.mock.clock.advance(1826 * DAY_MS);
    const { run } = dossier(world, { archive, ledger, leads: ['L-1'], limit: 2 });
    const report = await run();
    expect(report).toMatchObject({ found: 2, records: 2, images: 2 });
    expect(report.problems).toMatchObject([{ kind: 'too_many' }]);
  });

  it('names a ledger that fails once', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    const get = () => Promise.reject(new Error('no database'));
    const { run } = dossier(world, { ledger: { get, acceptedRecords: get }, leads: ['L-1'] });
    const report = await run();
    expect(report).toMatchObject({ found: 1, records: 1 });
    expect(report.problems).toEqual([{ kind: 'ledger', message: 'no database' }]);
  });
});

/** The text of a page, as it is read. */
const wordsOf = (page: string): string =>
  page.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ');

describe('what a dossier says of its own search', () => {
  it('is where the number is: an own key may have any name', async () => {
    const world = archiveWorld();
    const keys = ['lead', 'phones', 'lead_phone'];
    for (const key of keys) {
      world.capture({ ...withPhone('(212) 555-0147'), customMetadata: { [key]: '4155550123' } });
    }
    const { run, page } = dossier(world, { keys });
    expect(await run()).toMatchObject({ ok: true, records: 3 });
    for (const key of keys) {
      const place = `The number was found in the page’s own data, under &quot;${key}&quot;.`;
      expect(wordsOf(page())).toContain(place);
    }
  });

  it('is that an earlier run found a record, where this one did not', async () => {
    const world = archiveWorld();
    world.capture({ ...withPhone('(212) 555-0147'), customMetadata: { own: '4155550123' } });
    const { run, page } = dossier(world);
    const controller = new AbortController();
    const onProgress = ({ records }: { records: number }) => {
      if (records > 0) controller.abort();
    };
    await run({ keys: ['own'], signal: controller.signal, onProgress });
    expect(await run()).toMatchObject({ ok: true, found: 0, records: 1 });
    expect(wordsOf(page())).toContain('The number was found by an earlier run of this dossier.');
  });

  it('is that a Dev Mode record is one, and that its image cannot be had', async () => {
    const world = archiveWorld();
    world.capture({ ...withPhone(PHONE), devMode: true });
    const { run, page } = dossier(world);
    expect(await run()).toMatchObject({ ok: true, records: 1, images: 0, notCollected: [] });
    expect(page()).toContain('this is a Dev Mode record');
    expect(page()).not.toContain('can be collected');
  });
});

describe('what a dossier says of a value', () => {
  it.each([
    [0, 'The same as the processing time, as in old records'],
    [4000, 'By the clock of the visitor’s device.'],
  ])('is whose clock gave the time, %i ms before the processing', async (beforeMs, note) => {
    const world = archiveWorld();
    const createdAt = world.mock.clock.now();
    world.capture({ ...withPhone(PHONE), createdAt, capturedAt: createdAt - beforeMs });
    const { run, page } = dossier(world);
    await run();
    expect(wordsOf(page())).toContain(note);
  });

  it('is that the service cuts what was shown', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    const { run, page } = dossier(world);
    await run();
    expect(wordsOf(page())).toContain('at most 50 texts, each cut at 5000 characters');
  });
});

describe('a dossier, one of whose domains cannot be read', () => {
  const domains = ['a.example', 'b.example', 'c.example'];
  const failing = (status: number, code: string) => {
    const world = archiveWorld();
    for (const domain of domains) world.capture(withPhone(PHONE, `https://${domain}/`));
    const { fetch, urls } = countingFetch(world.mock.fetch, ({ pathname }) =>
      pathname.includes('/a.example/') ? Response.json(refusal(code), { status }) : undefined,
    );
    const made = dossier(world);
    const client = world.clientOf({ fetch });
    const run = () => writeDossier(client, { phone: PHONE, folder: made.folder });
    return { ...made, run, urls };
  };
  const refusal = (code: string) => ({
    ...{ ok: false, requestId: 'req_1', error: { code, message: 'no', requestId: 'req_1' } },
  });

  it('has the records of the others, and says what was not searched', async () => {
    const { run, page } = failing(500, 'INTERNAL');
    const report = await run();
    expect(report).toMatchObject({ ok: false, found: 2, records: 2 });
    expect(report.problems).toMatchObject([{ kind: 'search', domainId: 'a.example' }]);
    expect(wordsOf(page())).toContain('Domains searched b.example, c.example ');
    expect(wordsOf(page())).toContain('Not searched, or not to the end a.example ');
  });

  it('asks for no other where the key was refused', async () => {
    const { run, page, urls } = failing(401, 'UNAUTHENTICATED');
    expect(await run()).toMatchObject({ ok: false, found: 0, problems: [{ kind: 'search' }] });
    expect(urls.filter(({ pathname }) => pathname.includes('.example'))).toHaveLength(1);
    expect(wordsOf(page())).toContain('Domains searched none ');
    expect(wordsOf(page())).toContain('found, but not everything could be searched');
    expect(wordsOf(page())).toContain(`to the end ${domains.join(', ')} `);
  });
});

describe('a dossier from an archive in which a file was changed', () => {
  it.each(['record', 'image'] as const)(
    'has the %s from the service, and says so',
    async (name) => {
      const world = archiveWorld();
      const cdrId = world.capture(withPhone(PHONE));
      const folder = tempFolder();
      const archive = folderVault(folder);
      await archiveEvidence(world.client, { vault: archive });
      const [line] = await recordsIn(archive);
      writeFileSync(path.join(folder, line?.[name]?.path ?? ''), '{}');
      const { run, vault } = dossier(world, { archive });
      const report = await run();
      expect(report).toMatchObject({ ok: false, records: 1, images: 1 });
      expect(report.problems).toMatchObject([
        {
          kind: 'vault',
          cdrId,
          message: expect.stringMatching(/^in the archive, .* was changed$/),
        },
      ]);
      expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
    },
  );
});

describe('a record that is not as documented', () => {
  it.each<[string, object]>([
    ['disclosures that are no list', { detectedDisclosureDetails: { disclosures: 'all' } }],
    ['declared disclosures that are no list', { disclosures: {} }],
    ['a disclosure that is null', { disclosures: [null] }],
    [
      'a mechanism that objects have',
      { detectedDisclosureDetails: { disclosures: [{ consentMechanism: 'constructor' }] } },
    ],
    ['an object where a text is expected', { sessionId: { toString: 1 }, clientTimezone: [] }],
  ])('with %s is shown like the others', async (_what, odd) => {
    const world = archiveWorld();
    const [first = '', second = ''] = [1, 2].map(() => world.capture(withPhone(PHONE)));
    const fetch: typeof world.mock.fetch = async (input, init) => {
      const response = await world.mock.fetch(input, init);
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith(`/v1/cdrs/${first}`)) return response;
      const reply = (await response.json()) as { data: { cdr: object } };
      return Response.json({ ...reply, data: { cdr: { ...reply.data.cdr, ...odd } } });
    };
    const { folder, page, vault } = dossier(world);
    const client = world.clientOf({ fetch, validateReplies: 'warn' });
    const report = await writeDossier(client, { phone: PHONE, folder, clock: world.mock.clock });
    expect(report).toMatchObject({ ok: true, problems: [], records: 2, page: 'data/dossier.html' });
    for (const cdrId of [first, second]) expect(wordsOf(page())).toContain(`of 2: ${cdrId}`);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });
    let rows = 0;
    for await (const _ of exportArchive(vault, { format: 'csv' })) rows += 1;
    expect(rows).toBe(1 + 2);
  });
});

describe('a member that is null', () => {
  const details = 'detectedDisclosureDetails';
  const telemetry = 'signerTelemetry';
  const paths = [
    ...['pageUrl', 'clientTimezone', 'timeOnPageMs', 'sessionId', 'packageId', 'disclosures'],
    ...['guest', 'producerOrgId', 'webhookSuccessfullySentAt', details, 'autoMetadata'],
    ...['autoMetadata.phones', 'autoMetadata.firstNames', 'autoMetadata.pageTitle', telemetry],
    ...[
      'ip',
      'ipChain',
      'userAgent',
      'geo',
      'geo.city',
      'geo.latitude',
      'geo.accuracyRadiusKm',
    ].map((name) => `${telemetry}.${name}`),
    ...['text', 'consentMechanism', 'checkboxAffirmed'].map(
      (name) => `${details}.disclosures.0.${name}`,
    ),
  ];
  type Members = Record<string, unknown>;

  /** What the page and the table say of a record whose member is null, or absent. */
  async function said(member: string, isNull: boolean): Promise<string> {
    const world = archiveWorld();
    const cdrId = world.capture({ ...withPhone(PHONE), customMetadata: { own: null } });
    const at = member.split('.');
    const last = at.pop() ?? '';
    const fetch: typeof world.mock.fetch = async (input, init) => {
      const response = await world.mock.fetch(input, init);
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith(`/v1/cdrs/${cdrId}`)) return response;
      const reply = (await response.json()) as { data: { cdr: Members } };
      const parent = at.reduce((each, name) => each[name] as Members, reply.data.cdr);
      if (isNull) parent[last] = null;
      else Reflect.deleteProperty(parent, last);
      return Response.json(reply);
    };
    const { folder, page, vault } = dossier(world);
    const client = world.clientOf({ fetch, validateReplies: 'warn' });
    const report = await writeDossier(client, { phone: PHONE, folder, clock: world.mock.clock });
    expect(report, member).toMatchObject({ ok: true, records: 1 });
    let table = '';
    for await (const line of exportArchive(vault, { format: 'csv' })) table += line;
    return `${wordsOf(page())}\n${table}`.replaceAll(/\b[0-9a-f]{64}\b/g, 'digest');
  }

  it.each(paths)('counts as absent: %s', async (member) => {
    const absent = await said(member, false);
    expect(await said(member, true)).toBe(absent);
    expect(absent).toContain('own null'); // the page's own data are shown as they are
  });
});

describe('trouble with a dossier', () => {
  it('is named, stands on the page, and the rest continues', async () => {
    const world = archiveWorld();
    const [gone = ''] = [1, 2].map(() => world.capture(withPhone(PHONE)));
    const { fetch } = countingFetch(world.mock.fetch, ({ pathname }) => {
      if (pathname === `/v1/cdrs/${gone}`) world.mock.invalidate(gone);
      return undefined;
    });
    const { folder, page, vault } = dossier(world);
    const client = world.clientOf({ fetch });
    const report = await writeDossier(client, { phone: PHONE, folder, clock: world.mock.clock });
    expect(report).toMatchObject({ ok: false, found: 2, records: 1 });
    expect(report.problems).toMatchObject([{ kind: 'vanished', cdrId: gone }]);
    expect(page()).toContain('What could not be done');
    expect(await verifyArchive(vault)).toMatchObject({ ok: true });
  });

  it('says how many requests a step sends before the first of them', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    const told: [string, number, number][] = [];
    const onProgress = ({ step, requests: most }: DossierProgress) => {
      if (told.at(-1)?.[0] !== step) told.push([step, most, world.requests().length]);
    };
    const folder = path.join(tempFolder(), 'case');
    await writeDossier(world.client, { phone: PHONE, folder, keys: ['own'], onProgress });
    expect(told).toEqual([
      ['search', 1 + PHONE_SPELLINGS.length, 1], // the list of domains
      ['records', 2, 2 + PHONE_SPELLINGS.length],
      ['page', 0, 4 + PHONE_SPELLINGS.length],
    ]);
  });

  it('says when there are more records than the limit', async () => {
    const world = archiveWorld();
    for (let at = 0; at < 3; at += 1) world.capture(withPhone(PHONE));
    const report = await dossier(world, { limit: 2 }).run();
    expect(report).toMatchObject({ ok: false, records: 2, problems: [{ kind: 'too_many' }] });
  });

  it('continues in a folder whose run was cut off, and refuses one that is finished or another’s', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    world.capture(withPhone(PHONE));
    const { run, vault, folder } = dossier(world);
    const controller = new AbortController();
    const cut = await run({
      signal: controller.signal,
      onProgress: ({ step }) => {
        if (step === 'records') controller.abort();
      },
    });
    expect(cut).toMatchObject({ ok: false });
    expect(existsSync(path.join(folder, 'data/dossier.html'))).toBe(false);
    expect(await run()).toMatchObject({ ok: true, records: 2 });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });
    await expect(run()).rejects.toThrow(/folder: contains a finished dossier/);
    await expect(run({ phone: '2125550147' })).rejects.toThrow(/another number/);
    const archive = folderVault(path.join(tempFolder(), 'archive'));
    await archiveEvidence(world.client, { vault: archive });
    const before = await linesIn(archive);
    expect(before.length).toBeGreaterThan(0);
  });

  it('is sealed by the same call where its seal had failed, unless it was changed meanwhile', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    const { run, vault, folder, page } = dossier(world);
    const timestamp = () => Promise.reject(new Error('no authority'));
    const first = await run({ timestamp });
    expect(first.problems).toMatchObject([{ kind: 'seal' }]);
    const before = page();
    const token = (sha256: string) => Buffer.from(`300102${sha256}`, 'hex');
    const manifest = path.join(folder, 'data/manifest.ndjson');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"fetchedAt":\d+/, '"fetchedAt":1'));
    await expect(run({ timestamp: token })).rejects.toThrow(/a finished dossier/);
    writeFileSync(manifest, text);
    const second = await run({ timestamp: token });
    const { notCollected, images, page: name } = first;
    expect(second).toMatchObject({
      ok: true,
      records: 1,
      found: 1,
      notCollected,
      images,
      page: name,
    });
    expect(page()).toBe(before);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, seals: { timestamps: 1 } });
    await expect(run({ timestamp: token })).rejects.toThrow(/a finished dossier/);
  });

  it('is closed to the records of an archive', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    world.captureMany(2);
    const { run, vault } = dossier(world);
    await run();
    const before = await linesIn(vault);
    const archived = archiveEvidence(world.client, { vault });
    await expect(archived).rejects.toThrow(/vault: contains a dossier/);
    expect(await linesIn(vault)).toEqual(before);
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
  });

  it('refuses an archive’s folder, and writes nothing there', async () => {
    const world = archiveWorld();
    world.capture(withPhone(PHONE));
    const folder = tempFolder();
    await archiveEvidence(world.client, { vault: folderVault(folder) });
    const run = writeDossier(world.client, { phone: PHONE, folder });
    await expect(run).rejects.toThrow(/folder: contains an archive/);
    expect(await verifyArchive(folderVault(folder))).toMatchObject({ ok: true, records: 1 });
  });

  it.each<[string, Partial<WriteDossierOptions>, string]>([
    ['a phone', { phone: '555-0123' }, 'phone'],
    ['a folder', { folder: '' }, 'folder'],
    ['a note', { note: 'x'.repeat(501) }, 'note'],
    ['keys', { keys: Array.from({ length: 21 }, (_, at) => `k${at}`) }, 'keys'],
    ['a limit', { limit: 0 }, 'limit'],
    ['lead ids without a ledger', { leads: ['L-1'] }, 'leads'],
    ['an option', { phones: [] } as never, 'phones'],
  ])('refuses %s that cannot be', async (_what, options, at) => {
    const { run, folder } = dossier(archiveWorld(), options);
    await expect(run()).rejects.toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: at }],
    });
    expect(existsSync(folder)).toBe(false);
  });
});

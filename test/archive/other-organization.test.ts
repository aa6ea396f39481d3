import { expect, it } from 'vitest';
import { archiveEvidence, verifyArchive } from '../../src/archive/index.ts';
import { archiveWorld } from './support/archive-world.ts';
import { countingFetch } from './support/counting-fetch.ts';
import { MemoryVault } from './support/memory-vault.ts';

/** A vault of one organization, each of whose records a second one has received. */
async function sharedArchive() {
  const world = archiveWorld();
  const { mock, client, clientOf, captureMany } = world;
  const buyer = mock.addOrganization({ name: 'Solar Buyers' });
  for (const cdrId of captureMany(3)) {
    const { shareUrl } = await client.cdrs.share(cdrId);
    await clientOf({}, buyer).shares.receive(shareUrl);
  }
  const vault = new MemoryVault();
  expect((await archiveEvidence(client, { vault })).counts).toMatchObject({ archived: 3 });
  return { ...world, vault, buyer };
}

it('a key of another organization that holds every record of the vault is refused', async () => {
  const { vault, clientOf, buyer } = await sharedArchive();
  const files = new Map(vault.files);
  const report = await archiveEvidence(clientOf({}, buyer), { vault });
  expect(report).toMatchObject({ ok: false, counts: { known: 0, archived: 0, left: 1 } });
  expect(report.problems).toMatchObject([{ kind: 'other_account' }]);
  expect(report.problems[0]?.message).toContain(
    '"Acme Solar", but the key belongs to "Solar Buyers"',
  );
  expect(vault.files).toEqual(files);
});

it('a new name that the caller gives is written even where nothing is new', async () => {
  const { vault, clientOf, mock, company } = await sharedArchive();
  mock.updateOrganization(company, { name: 'Acme Energy' });
  const organizationName = 'Acme Energy';
  const renamed = await archiveEvidence(clientOf(), { vault, organizationName });
  expect(renamed).toMatchObject({ ok: true, counts: { known: 3 } });
  expect(await archiveEvidence(clientOf(), { vault })).toMatchObject({ ok: true });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 3, lines: 5 });
});

it('a known record that fails stops no other one, and the account is asked for of the next', async () => {
  const { vault, clientOf, mock, capture } = await sharedArchive();
  const fresh = capture({ pageUrl: 'https://zzz.example/' });
  let failed: string | undefined;
  const { fetch, urls } = countingFetch(mock.fetch, ({ pathname }) => {
    const [, cdrId] = /^\/v1\/cdrs\/([^/]+)$/.exec(pathname) ?? [];
    if (cdrId === undefined || cdrId === fresh) return undefined;
    failed ??= cdrId;
    return cdrId === failed ? new Response('', { status: 503 }) : undefined;
  });
  const report = await archiveEvidence(clientOf({ fetch }), { vault });
  expect(report.problems).toMatchObject([{ kind: 'service', cdrId: failed }]);
  expect(report.counts).toMatchObject({ known: 3, archived: 1 });
  expect(urls.filter(({ pathname }) => pathname.startsWith('/v1/cdrs/'))).toHaveLength(3);
});

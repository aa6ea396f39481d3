import { expect, it } from 'vitest';
import { type PresetName, presetNames, presets } from '../../mock/capture/presets.ts';
import { eachDoor } from './support/each-door.ts';
import { tokenIn } from './support/parties.ts';
import { idsOf, walkList } from './support/walk-list.ts';
import type { World } from './support/world.ts';

/** Returns a key of each organization with billing and API access in a seeded world. */
function seededKeys({ mock }: World): string[] {
  const rows = mock.snapshot().toJSON().tables['organizations'] ?? [];
  const usable = rows.map(([, organization]) => organization as Record<string, unknown>);
  return usable
    .filter(({ billing, apiAccess }) => billing === true && apiAccess !== 'off')
    .map(({ organizationId }) => mock.clientOptions(String(organizationId)).apiKey);
}

eachDoor((open) => {
  // `World` checks every reply against the contract and its bounds.
  it.each(presetNames)(
    '2.3: a record of the preset %s is one that the contract knows',
    async (name) => {
      const world = await open();
      const producer = world.mock.addOrganization({ name: 'Producer' });
      const buyer = world.mock.addOrganization({ name: 'Buyer' });
      const page = presets[name as PresetName]({ render: 'complete', autoShare: true });
      const { cdrId, domainId, shareUrl } = world.mock.capture(producer, page);
      const { cdr } = (await world.read(producer, cdrId)).data;
      expect(cdr.collected).toBe(cdr.devMode !== true);
      expect(cdr.detectedDisclosureDetails?.disclosures.length ?? 0).toBeLessThanOrEqual(50);
      expect(JSON.stringify(cdr.autoMetadata ?? {}).length).toBeLessThanOrEqual(4000);
      expect(idsOf((await world.list(producer, domainId)).data)).toEqual([cdrId]);
      const { status } = await world.receive(buyer, tokenIn(shareUrl));
      expect(status).toBe(cdr.devMode === true ? 409 : 200);
    },
  );

  it('2.4: every record of the demo seed reads as its list entry says', async () => {
    const world = await open({ seed: 'demo' });
    let read = 0;
    for (const key of seededKeys(world)) {
      for (const domainId of (await world.domains(key)).data.domains) {
        const pages = await walkList(world, key, domainId);
        for (const { downloadUrl, ...entry } of pages.flatMap(({ cdrs }) => cdrs)) {
          const { cdr } = (await world.read(key, entry.cdrId)).data;
          expect(cdr).toMatchObject(entry);
          expect('downloadUrl' in cdr).toBe(downloadUrl !== undefined);
          if (entry.devMode === true) expect(entry.collected).toBe(false);
          read += 1;
        }
      }
    }
    expect(read).toBeGreaterThan(5);
  });

  it('1: the demo seed charges no organization twice for a record', async () => {
    const world = await open({ seed: 'demo' });
    const pairs = world.mock
      .charges()
      .map(({ organizationId, cdrId }) => `${organizationId} ${cdrId}`);
    expect(pairs.length).toBeGreaterThan(0);
    expect(new Set(pairs).size).toBe(pairs.length);
  });
});

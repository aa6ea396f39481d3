import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setupMockServer } from 'consent-evidence/mock/msw';
import { afterEach, expect, it, vi } from 'vitest';
import { runBlock } from './run-block.ts';
import { PHONE, shop } from './shop.ts';

const GUIDE = 'docs/guides/lead-intake.md';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Runs the guide's first block as a program, with its own file, on the fake as the service. */
async function asAProgram(leads: readonly object[], world: ReturnType<typeof shop>) {
  const { mock, buyer } = world;
  for (const [name, value] of Object.entries(mock.env(buyer))) vi.stubEnv(name, String(value));
  const folder = await mkdtemp(path.join(tmpdir(), 'guide-'));
  const server = setupMockServer(mock);
  server.listen();
  try {
    for (const lead of leads) {
      const { close } = await runBlock(GUIDE, 'Lead intake', { lead }, folder);
      await (close as () => Promise<void>)();
    }
  } finally {
    server.close();
  }
  const database = new DatabaseSync(path.join(folder, 'leads.db'), { readOnly: true });
  const rows = database.prepare('SELECT * FROM our_leads').all().map(Object.values);
  database.close();
  await rm(folder, { recursive: true });
  return rows;
}

it('the sample of the guide, started again for each lead, writes each row of its own once', async () => {
  const world = shop();
  const { shareUrl: consentUrl } = await world.share(world.capture());
  const lead = { seller: 'sunroof', id: 'L-1', consentUrl, phone: PHONE, price: 12 };
  const leads = [lead, lead, { ...lead, seller: 'brightpath' }, { ...lead, id: 'L-2' }];
  const rows = await asAProgram(leads, world);
  expect(rows).toEqual([
    ['sunroof', 'L-1', 'accept', expect.stringMatching(/^cdr_/), '{"price":12}'],
    ['brightpath', 'L-1', 'duplicate', null, '{"price":12}'],
    ['sunroof', 'L-2', 'duplicate', null, '{"price":12}'],
  ]);
  expect(world.charges()).toBe(1);
});

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ConsentEvidence } from 'consent-evidence';
import { folderVault, verifyArchive } from 'consent-evidence/archive';
import { presets } from 'consent-evidence/mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as archiveEvidence from '../../examples/archive-evidence.ts';
import { startFake } from '../../examples/fake-env.ts';
import { doJob } from '../../examples/queues/evidence-job.ts';
import { linesIn } from '../archive/support/lines-in.ts';

/** The place that an example fills if its user names none: `env.OUT ?? 'evidence'`. */
const DEFAULT = /env\.OUT\s*(?:\?\?|\|\|)\s*'([^']+)'/g;

/** The examples by their default places. */
function byPlace(): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const name of readdirSync('examples', { recursive: true, encoding: 'utf8' })) {
    if (!/\.c?ts$/.test(name)) continue;
    for (const [, place = ''] of readFileSync(path.join('examples', name), 'utf8').matchAll(
      DEFAULT,
    )) {
      places.set(place, [...(places.get(place) ?? []), name]);
    }
  }
  return places;
}

describe('the default places of the examples', () => {
  it('are each of one example, so that no two can spoil each other’s files', () => {
    const places = byPlace();
    expect(places.get('evidence')).toEqual(['archive-evidence.ts']);
    expect([...places].filter(([, names]) => names.length > 1)).toEqual([]);
  });
});

it('a queue’s files in the folder of an archive are no trace of a manifest that was cut', async () => {
  const fake = await startFake();
  const env = await fake.env('sunroof', 'evidence');
  onTestFinished(async () => {
    await fake.close();
    rmSync(path.dirname(env.OUT), { recursive: true });
  });
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  fake.mock.updateOrganization('sunroof', { autoCollect: true });
  const { cdrId } = fake.mock.capture('sunroof', presets.checkedBox());
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const vault = folderVault(env.OUT);
  const job = { client, vault, isWorthCollecting: () => false };
  expect(await doJob({ cdrId, attempt: 1 }, job)).toEqual({ kind: 'done' });
  const { archived, problems } = await archiveEvidence.run(env);
  expect(archived).toBeGreaterThan(0);
  expect(problems).toBe(0);
  expect((await linesIn(vault)).map(({ kind }) => kind)).not.toContain('cut');
  // The other way round, a walk has nothing left to take.
  const later = fake.mock.capture('sunroof', presets.checkedBox());
  expect(await doJob({ cdrId: later.cdrId, attempt: 1 }, job)).toEqual({ kind: 'done' });
  expect(await archiveEvidence.run(env)).toMatchObject({ archived: 0, problems: 0 });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Coverage } from '../../mock/index.ts';
import { CliProcess } from './cli-process.ts';
import { runHere } from './run-here.ts';

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-coverage-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A suite: one request over HTTP, and a fake of its own in each of two workers, one of them killed. */
const SUITE = `
  import { fork } from 'node:child_process';
  import { once } from 'node:events';
  const { CONSENT_EVIDENCE_BASE_URL: url, CONSENT_EVIDENCE_API_KEY: key } = process.env;
  await fetch(url + '/v1/domains', { headers: { 'x-api-key': key } });
  const worker = \`
    import { ConsentEvidence } from 'consent-evidence';
    import { createMockService, presets } from 'consent-evidence/mock';
    const mock = createMockService({ readings: { collectFalse: 'defer' } });
    const seller = mock.addOrganization({ name: 'Seller' });
    const { cdrId } = mock.capture(seller, presets.checkedBox());
    const client = new ConsentEvidence(mock.clientOptions(seller));
    await client.cdrs[process.argv[1]](cdrId);
    process.kill(process.pid, 'SIGKILL');\`;
  for (const method of ['get', 'share']) {
    const child = fork('-e', [], { execArgv: ['--input-type=module', '-e', worker, method] });
    await once(child, 'exit');
  }`;

const suite = (...flags: string[]) =>
  new CliProcess([
    'mock',
    'exec',
    ...flags,
    '--',
    process.execPath,
    '--input-type=module',
    '-e',
    SUITE,
  ]).finished();

describe('consent-evidence mock exec --coverage', () => {
  it('merges what the served fake and those of killed workers have met, and writes it as JSON', async () => {
    const out = path.join(newFolder(), 'coverage.json');
    const { code, stderr } = await suite('--quiet', '--coverage', '--out', out);
    expect(code).toBe(0);
    const { met, of, items } = JSON.parse(readFileSync(out, 'utf8')) as Coverage;
    const ids = items.filter((item) => item.met > 0).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(
      ['cdrs.get ok', 'cdrs.share ok', 'domains.list ok', 'reading collectFalse defer'].toSorted(),
    );
    expect([met, of]).toEqual([4, items.length]);
    expect(stderr).toContain(`The tests have met 4 of the ${of} things`);
    expect(stderr).toContain(
      'await mock.clock.advance({ days: 31 }); await buyer.shares.receive(shareUrl)',
    );
  });

  it.each([
    ['3', 0],
    ['90', 1],
  ])('ends with --min %s, although the command succeeded, with %i', async (min, expected) => {
    const out = path.join(newFolder(), 'coverage.html');
    const { code, stderr } = await suite('--quiet', '--coverage', '--min', min, '--out', out);
    expect(code).toBe(expected);
    expect(stderr.includes('error: --min: expected at least 90 %')).toBe(expected === 1);
    const page = readFileSync(out, 'utf8');
    expect(page).toContain('<h1>What the tests have met</h1>');
    expect(page).not.toContain('<script');
  });

  it.each<[string[], string]>([
    [['--coverage', '--min', 'most'], '--min'],
    [['--coverage', '--min', '101'], '--min'],
    [['--min', '50'], '--min: expected --coverage with it'],
    [['--out', 'x.json'], '--out: expected --coverage with it'],
    [['--coverage', '--out', 'no/such/folder/x.json'], '--out'],
  ])('refuses %j by name, and runs nothing', async (flags, named) => {
    const run = ['mock', 'exec', ...flags, '--', process.execPath, '-e', 'console.log("ran")'];
    const { code, stdout, stderr } = await runHere(run);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(named);
  });
});

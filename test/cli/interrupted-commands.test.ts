import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import { folderVault, verifyArchive } from '../../src/archive/index.ts';
import { CliProcess } from './cli-process.ts';
import { reportIn } from './envelope.ts';
import { holdingService } from './holding-service.ts';
import { reported, runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const inside = (name: string): string => path.join(folder, name);

/** A walk requests eight domains in parallel: the ninth comes once the first is complete. */
const DOMAINS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => `${name}.example`);
const PHONE = '4155550123';

const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'interrupted' });
const organization = mock.addOrganization({ name: 'Acme Solar' });
const capture = (domain: string): string =>
  mock.capture(
    organization,
    presets.checkedBox({
      pageUrl: `https://${domain}/quote`,
      customMetadata: { lead_phone: PHONE },
    }),
  ).cdrId;
const ids = [...DOMAINS, 'a.example', 'a.example'].map(capture);
let served: ServedMock;
let env: Record<string, string>;

beforeAll(async () => {
  served = await serveMock(mock);
  env = { ...served.env(organization) };
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command in a process of its own, and interrupts it once `end` is requested. */
async function interruptedAt(
  end: string,
  args: readonly string[],
  isHeld: (pathname: string) => boolean = (pathname) => pathname.endsWith(end),
) {
  await using service = await holdingService(served.url, isHeld);
  const at = { ...env, CONSENT_EVIDENCE_BASE_URL: service.url };
  await using cli = new CliProcess([...args, '--json'], at);
  await service.asked(end);
  cli.kill('SIGINT');
  const { code, stdout, stderr } = await cli.finished();
  expect(stderr).toBe('stopping after the current step; press again to stop immediately\n');
  return { code, report: reportIn(stdout) };
}

describe('a command at Ctrl-C', () => {
  it('archive: what was archived stays, and the next run continues behind it', async () => {
    const dir = inside('evidence');
    const args = ['archive', dir, '--concurrency', '1'];
    const held = ids[4] ?? '';
    const { code, report } = await interruptedAt(`/v1/cdrs/${held}`, args);
    expect(code).toBe(1);
    expect(report).toMatchObject({
      ...{ ok: false, interrupted: true, problems: [{ kind: 'aborted' }] },
      ...{ counts: { failed: 0, problems: 1 } },
    });
    const { archived } = report['counts'] as { archived: number };
    expect(archived).toBeGreaterThan(0);
    expect(archived).toBeLessThan(ids.length);
    expect(await verifyArchive(folderVault(dir))).toMatchObject({ ok: true, records: archived });

    const before = mock.requests().length;
    const again = await runHere([...args, '--json'], env);
    expect(again.code).toBe(0);
    const counts = { archived: ids.length - archived, known: archived };
    expect(reported(again)).toMatchObject({ ok: true, interrupted: false, counts });
    const reads = mock.requests().slice(before);
    // One more than is new: whose records these are is looked at before any is known.
    const read = reads.filter(({ operation }) => operation === 'cdrs.get');
    expect(read).toHaveLength(counts.archived + 1);
    const whole = { ok: true, records: ids.length };
    expect(await verifyArchive(folderVault(dir))).toMatchObject(whole);
  });

  it('dossier: it has no page, and the same command line finishes it', async () => {
    const out = inside('case');
    const phone = ['--phone', PHONE, '--key', 'lead_phone', '--domain', 'a.example'];
    const args = ['dossier', ...phone, '--out', out];
    const [held = ''] = ids;
    const { code, report } = await interruptedAt(`/v1/cdrs/${held}`, args);
    expect(code).toBe(1);
    expect(report).toMatchObject({ ok: false, interrupted: true, problems: [{ kind: 'aborted' }] });
    expect(existsSync(path.join(out, 'data/dossier.html'))).toBe(false);
    expect(await verifyArchive(folderVault(path.join(out, 'data')))).toMatchObject({
      problems: [],
    });

    const again = await runHere([...args, '--json'], env);
    expect(again.code).toBe(0);
    expect(reported(again)).toMatchObject({ ok: true, records: 3, page: 'data/dossier.html' });
    expect(await verifyArchive(folderVault(path.join(out, 'data')))).toMatchObject({
      ok: true,
      records: 3,
    });
  });

  it('pull: it writes no seed, and keeps what it has for the same account alone', async () => {
    const out = inside('seed.json');
    const args = ['pull', '--out', out];
    const { code, report } = await interruptedAt(`/v1/cdrs/${ids.at(-1) ?? ''}`, args);
    expect(code).toBe(1);
    expect(report).toMatchObject({ ok: false, interrupted: true, out });
    expect(existsSync(out)).toBe(false);
    expect(existsSync(`${out}.pull`)).toBe(true);
    // At another address it could be another account, whose records must not be mixed in.
    const elsewhere = await runHere([...args, '--json'], env);
    expect(elsewhere.code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  it('reconcile: it reports how far it got, and what it had found', async () => {
    const args = ['reconcile', '--since', '2026-01-01', '--older-than-minutes', '0'];
    const isHeld = (pathname: string): boolean =>
      DOMAINS.slice(1).some((domain) => pathname === `/v1/domains/${domain}/cdrs`);
    const { code, report } = await interruptedAt('/v1/domains/i.example/cdrs', args, isHeld);
    expect(code).toBe(1);
    expect(report).toMatchObject({
      ...{ ok: false, interrupted: true, seen: 3, missedCount: 3 },
      ...{ domainsDone: 1, domains: DOMAINS.length },
    });
    const missed = report['missed'] as { domainId: string }[];
    expect(missed.map(({ domainId }) => domainId)).toEqual(Array(3).fill('a.example'));
    expect(reported(await runHere([...args, '--json'], env))).toMatchObject({
      ...{ interrupted: false, seen: ids.length, domainsDone: DOMAINS.length },
    });
  });

  it('reconcile: that it found nothing before that is no success', async () => {
    const args = ['reconcile', '--since', '2026-01-01', '--older-than-minutes', '0'];
    const { code, report } = await interruptedAt('/v1/domains', args);
    expect(report).toMatchObject({ ok: false, interrupted: true, missedCount: 0, problems: [] });
    expect(code).toBe(1);
  });
});

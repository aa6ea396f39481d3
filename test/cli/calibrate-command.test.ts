import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import { readingsOf } from '../../src/calibrate/index.ts';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { CliProcess } from './cli-process.ts';
import { envelopeOf } from './envelope.ts';
import { type RanHere, reported, runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const inside = (name: string): string => path.join(folder, name);

const hidden = { collectFalse: 'defer', domainNotHeld: 'notFound' } as const;
const mock = createMockService({ idSeed: 'calibrate', readings: hidden });
const sender = mock.addOrganization({ name: 'Sunroof Leads' });
const receiver = mock.addOrganization({ name: 'Acme Solar' });
for (let number = 0; number < 3; number += 1) mock.capture(sender, presets.checkedBox());
let served: ServedMock;
let env: Record<string, string>;

beforeAll(async () => {
  served = await serveMock(mock);
  env = {
    CONSENT_EVIDENCE_BASE_URL: served.url,
    CONSENT_EVIDENCE_SENDER_API_KEY: sender.apiKey,
    CONSENT_EVIDENCE_RECEIVER_API_KEY: receiver.apiKey,
  };
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const calibrate = (...flags: string[]) =>
  runHere(['calibrate', '--max-wait-seconds', '0', ...flags], env);
const reportIn = (name: string) =>
  JSON.parse(readFileSync(inside(name), 'utf8')) as CalibrationReport;

describe('consent-evidence calibrate', () => {
  const charges = mock.charges().length;
  let first: RanHere;

  beforeAll(async () => {
    first = await calibrate('--tier', '3', '--out', inside('report.json'));
  });

  it('prints the plan, sends nothing and needs no key', async () => {
    const before = mock.requests().length;
    const { code, stdout } = await runHere(['calibrate', '--tier', '3', '--plan']);
    expect(code).toBe(0);
    expect(stdout).toContain('charges: 0');
    expect(stdout).toContain('nothing was sent');
    expect(reported(await runHere(['calibrate', '--plan', '--json']))).toMatchObject({
      plan: { tier: 1, leaves: 'Nothing.' },
    });
    expect(mock.requests()).toHaveLength(before);
  });

  it('names each variable that is missing, and no key', async () => {
    const { code, stderr } = await runHere(['calibrate'], {
      CONSENT_EVIDENCE_SENDER_API_KEY: 'cdr_planted-secret',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('CONSENT_EVIDENCE_RECEIVER_API_KEY');
    expect(stderr).toContain('CONSENT_EVIDENCE_BASE_URL');
    expect(stderr).not.toContain('planted-secret');
  });

  it('writes a report by which the fake reads as the service does, free of charge', () => {
    const { code, stdout, stderr } = first;
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^collectFalse +as documented +defer$/m);
    expect(stdout).toContain('0 charges');
    const report = reportIn('report.json');
    expect(readingsOf(report)).toMatchObject(hidden);
    expect(mock.charges()).toHaveLength(charges);
    expect(mock.shareEvents()).toEqual([]);
    for (const { apiKey } of [sender, receiver])
      expect(JSON.stringify(report)).not.toContain(apiKey);
  });

  it('gives `mock --calibration` the readings, which --reading can still change', async () => {
    const flags = ['--calibration', inside('report.json'), '--reading', 'domainNotHeld=empty'];
    await using cli = new CliProcess(['mock', '--port', '0', '--json', ...flags]);
    const { data } = envelopeOf(await cli.firstLine());
    const reply = await fetch(`${data?.['controlUrl']}/readings`);
    const { readings } = (await reply.json()) as { readings: { name: string; value: unknown }[] };
    const values = Object.fromEntries(readings.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ collectFalse: 'defer', domainNotHeld: 'empty' });
  });

  it('reports drift since an earlier report: exit code 1', async () => {
    const earlier = reportIn('report.json');
    const readings = earlier.readings.map((each) =>
      each.reading === 'collectFalse' ? { ...each, value: 'refuse' } : each,
    );
    writeFileSync(inside('earlier.json'), JSON.stringify({ ...earlier, readings }));
    const same = await calibrate('--tier', '3', '--against', inside('report.json'));
    expect(same.code, same.stdout + same.stderr).toBe(0);
    expect(same.stdout).toContain('nothing changed since the earlier report');
    const { code, stdout } = await calibrate('--tier', '3', '--against', inside('earlier.json'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^drift +reading collectFalse +refuse +defer$/m);
  });

  it('writes the report of a run that failed too, which says what has changed in the account', async () => {
    const { cdrId } = mock.capture(sender, presets.checkedBox());
    const { fetch } = globalThis;
    let count = 0;
    vi.stubGlobal('fetch', (...all: Parameters<typeof fetch>) => {
      count += 1;
      if (count === 12) mock.invalidate(cdrId);
      return fetch(...all);
    });
    const { code, stderr } = await calibrate('--out', inside('failed.json'));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.any(String) as string });
    expect(stderr).toContain('during the run');
    expect(reportIn('failed.json')).toMatchObject({ tier: 1, unchanged: false });
  });

  it('refuses a file that is not a report, and sends nothing', async () => {
    writeFileSync(inside('none.json'), '{"readings":[]}');
    const before = mock.requests().length;
    const { code, stderr } = await calibrate('--against', inside('none.json'));
    expect(code).toBe(2);
    expect(stderr).toContain('--against');
    expect(mock.requests()).toHaveLength(before);
    expect(existsSync(inside('none.json'))).toBe(true);
  });
});

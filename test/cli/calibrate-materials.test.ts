import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const inside = (name: string): string => path.join(folder, name);

const mock = createMockService({ idSeed: 'materials', readings: { unicodeForm: 'NFKC' } });
const sender = mock.addOrganization({ name: 'Sunroof Leads' });
const receiver = mock.addOrganization({ name: 'Acme Solar' });
const { cdrId } = mock.capture(sender, presets.checkedBox());
for (let number = 0; number < 3; number += 1) mock.capture(sender, presets.checkedBox());
mock.updateOrganization(sender, { autoCollect: false });
mock.capture(sender, presets.checkedBox());
let served: ServedMock;
let env: Record<string, string>;
let token: string;

beforeAll(async () => {
  served = await serveMock(mock);
  env = {
    CONSENT_EVIDENCE_BASE_URL: served.url,
    CONSENT_EVIDENCE_SENDER_API_KEY: sender.apiKey,
    CONSENT_EVIDENCE_RECEIVER_API_KEY: receiver.apiKey,
  };
  ({ token } = await new ConsentEvidence(mock.clientOptions(sender)).cdrs.share(cdrId));
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const calibrate = (...flags: string[]) =>
  runHere(['calibrate', '--max-wait-seconds', '0', '--out', inside('report.json'), ...flags], env);

function reportHere(): CalibrationReport {
  return JSON.parse(readFileSync(inside('report.json'), 'utf8')) as CalibrationReport;
}

/** Writes a file for `--materials`. By default, only its owner can read it. */
function given(value: unknown, mode = 0o600): string {
  const file = inside('given.json');
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  chmodSync(file, mode);
  return file;
}

describe('consent-evidence calibrate --materials', () => {
  it('passes in tokens and materials, and never prints them', async () => {
    const attempt = { at: 1, headerId: 'wh_1', body: JSON.stringify({ webhookId: 'wh_1' }) };
    const lines = [attempt, { ...attempt, at: 30_001 }].map((each) => JSON.stringify(each));
    writeFileSync(inside('attempts.ndjson'), `${lines.join('\n')}\n{"at":`);
    const file = given({
      tokens: [{ token, cdrId }],
      materials: { devModeToken: token },
      webhookAttempts: 'attempts.ndjson',
    });
    const events = mock.shareEvents();
    const { code, stdout, stderr } = await calibrate('--tier', '2', '--materials', file);
    expect(stdout).toMatch(/^unicodeForm +as documented +NFKC$/m);
    expect(stdout).toMatch(/^webhookHeaderId +as documented +same$/m);
    expect(stdout).toMatch(/^webhookBody +as documented +frozen$/m);
    expect(code).toBe(0);
    for (const text of [stdout, stderr, JSON.stringify(reportHere())]) {
      expect(text).not.toContain(token);
    }
    expect(mock.shareEvents()).toEqual(events);
  });

  it.runIf(process.getuid)('refuses a file that others can read', async () => {
    const { code, stderr } = await calibrate('--materials', given({ tokens: [token] }, 0o644));
    expect(code).toBe(2);
    expect(stderr).toContain('--materials');
    expect(stderr).toContain('chmod 600');
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{"tokens": [', '--materials'],
    ['a list', [], 'expected an object with tokens, materials, webhookAttempts'],
    ['a member that it does not know', { token: 'shr_planted-secret' }, 'nothing else'],
    ['a token that is none', { tokens: [{ token: 7, secret: 'shr_planted-secret' }] }, 'tokens.0'],
    ['a material that it does not know', { materials: { pendng: 'shr_planted-secret' } }, 'pendng'],
    ['materials that are a text', { materials: 'shr_planted-secret' }, 'materials'],
    ['attempts that are no path', { webhookAttempts: 7 }, 'webhookAttempts'],
  ])('refuses %s, sends nothing, and shows no value', async (_what, value, said) => {
    const before = mock.requests().length;
    const { code, stdout, stderr } = await calibrate('--materials', given(value));
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain('given.json');
    expect(stdout + stderr).not.toContain('planted-secret');
    expect(mock.requests()).toHaveLength(before);
  });
});

describe('consent-evidence calibrate --html', () => {
  it('writes a page for people, for its owner alone', async () => {
    const page = inside('report.html');
    expect(await calibrate('--tier', '0', '--html', page)).toMatchObject({ code: 0 });
    const text = readFileSync(page, 'utf8');
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).toContain(`Calibration of ${served.url}`);
    if (process.getuid) expect(statSync(page).mode & 0o077).toBe(0);
    const again = await calibrate(
      '--tier',
      '0',
      '--html',
      page,
      '--against',
      inside('report.json'),
    );
    expect(again).toMatchObject({ code: 0 });
    expect(readFileSync(page, 'utf8')).toContain('answers as before.');
  });

  it('says before anything is sent that it cannot be written', async () => {
    const before = mock.requests().length;
    const { code, stderr } = await calibrate('--html', inside('no-such-folder/report.html'));
    expect(code).toBe(2);
    expect(stderr).toContain('--html');
    expect(mock.requests()).toHaveLength(before);
  });
});

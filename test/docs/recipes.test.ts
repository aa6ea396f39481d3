import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConsentEvidence, signWebhook } from 'consent-evidence';
import { setupMockServer } from 'consent-evidence/mock/msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runBlock } from './run-block.ts';
import { intakeOf, lost, PHONE, shop } from './shop.ts';

const AUDIT = 'docs/guides/auditing.md';
const INCIDENT = 'docs/guides/incident.md';
const ROTATING = 'docs/guides/rotating-keys.md';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('the recipe for an auditor', () => {
  it('finds, shows, judges and keeps a record', async () => {
    const world = shop();
    const { mock, client, capture, share, charges } = world;
    const cdrId = capture();
    const intake = intakeOf(world);
    await mock.clock.advance({ hours: 2 });
    const { shareUrl } = await share(cdrId);
    await intake.take({ leadId: 'L-1', shareUrl, phone: PHONE });
    const cdr = await client.cdrs.get(cdrId);
    const at = new Date(cdr.createdAt).toISOString();
    const folder = await mkdtemp(path.join(tmpdir(), 'auditor-'));
    const said = async (heading: string, more: object = {}): Promise<unknown[][]> => {
      const log = vi.fn();
      await runBlock(AUDIT, heading, { client, cdrId, cdr, log, ...more }, folder);
      return log.mock.calls;
    };
    try {
      // The guide asks for a number that is not on any page in this world.
      const findByPhone = () => client.cdrs.findByPhone(PHONE);
      expect(await said('What is there', { client: { cdrs: { findByPhone } } })).toEqual([
        [cdr.domainId, cdrId, 'phones', at],
      ]);
      const [disclosure] = cdr.detectedDisclosureDetails?.disclosures ?? [];
      expect(await said('What it shows')).toEqual([
        ['captured at', new Date(cdr.capturedAt).toISOString(), cdr.pageUrl],
        ['processed at', at],
        ['checkbox', disclosure?.text],
      ]);
      const disclosureRules = { requireAllCheckboxesAffirmed: true };
      const tooStrict = { requiredText: [{ ruleId: 'fax', anyOf: ['by fax'] }] };
      const judged = (criteria: object): Promise<unknown[][]> =>
        said('Which criteria applied', {
          ...{ intake, lead: { id: 'L-1' }, criteria: { schemaVersion: 1, ...criteria } },
        });
      expect(await judged({ disclosure: disclosureRules })).toEqual([['accepted']]);
      expect(await judged({ leadMatch: { phone: PHONE } })).toEqual([['undecidable']]);
      expect(await judged({ disclosure: tooStrict })).toEqual([
        ['rejected'],
        [expect.stringContaining('fax')],
      ]);
      // It was two hours old when it was bought.
      expect(await judged({ record: { maxAgeSeconds: 3_600 } })).toEqual([
        ['rejected'],
        [expect.any(String)],
      ]);
      await mock.clock.advance({ days: 300 });
      expect(await judged({ record: { maxAgeSeconds: 3 * 3_600 } })).toEqual([['accepted']]);
      const [[, size, sha256] = []] = await said('Has it changed');
      const image = await readFile(path.join(folder, `${cdrId}.png`));
      expect([size, sha256]).toEqual([
        image.length,
        createHash('sha256').update(image).digest('hex'),
      ]);
      expect([charges(), mock.shareEvents().length]).toEqual([1, 1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the recipe for an incident', () => {
  it('distinguishes a fault of the service from our own', async () => {
    const { mock, client, buyer, log } = shop();
    await runBlock(INCIDENT, 'Is it the service, or is it us?', { client, log });
    expect(log.mock.calls).toEqual([['our clock is off by', expect.any(Number)]]);
    mock.revokeApiKey(mock.clientOptions(buyer).apiKey);
    await runBlock(INCIDENT, 'Is it the service, or is it us?', { client, log });
    expect(log.mock.calls).toContainEqual(['apiKey', expect.any(String)]);
  });

  it('repeats a receive whose answer was lost, and pays once', async () => {
    const { mock, client, capture, share, charges, log } = shop();
    const cdrId = capture();
    const { token } = await share(cdrId);
    const criteria = { schemaVersion: 1 };
    mock.addFault(lost);
    await expect(client.shares.receive(token)).rejects.toMatchObject({ outcome: 'unknown' });
    await runBlock(INCIDENT, 'When it is back', { client, token, criteria, log });
    expect(log.mock.calls).toEqual([[cdrId, true]]);
    expect(charges()).toBe(1);
  });

  it('puts what no webhook acknowledged on the queue, young records left alone', async () => {
    const { mock, producer, capture } = shop(Date.now() - 2 * 3_600_000);
    const client = new ConsentEvidence(mock.clientOptions(producer));
    const old = capture();
    await mock.clock.advance({ minutes: 110 });
    capture();
    const queue = { add: vi.fn(async () => undefined) };
    await runBlock(INCIDENT, 'When it is back', { client, queue }, undefined, 1);
    expect(queue.add.mock.calls).toEqual([[old]]);
  });

  it('is practised with a fault that strikes three times', async () => {
    const { mock, client, capture, share, charges } = shop();
    const { shareUrl } = await share(capture());
    await runBlock(INCIDENT, 'Practise it', { mock });
    await expect(client.shares.receive(shareUrl)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(charges()).toBe(1);
    const again = await client.shares.receive(shareUrl, { earlierOutcome: 'unknown' });
    expect([again.replayPossible, charges()]).toEqual([true, 1]);
  });
});

describe('the recipe for rotating', () => {
  it('asks the vault for the key again after a 401', async () => {
    const { mock, producer, capture } = shop();
    capture();
    const { apiKey: old, baseUrl } = mock.clientOptions(producer);
    const { apiKey } = mock.addApiKey(producer);
    mock.revokeApiKey(old);
    vi.stubEnv('CONSENT_EVIDENCE_BASE_URL', baseUrl);
    const vault = { get: vi.fn().mockResolvedValueOnce(old).mockResolvedValue(apiKey) };
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const server = setupMockServer(mock);
    server.listen();
    try {
      await runBlock(ROTATING, 'The API key', { ConsentEvidence, vault });
    } finally {
      server.close();
    }
    expect(printed).toHaveBeenCalledExactlyOnceWith(['sunroof.example']);
    expect(vault.get).toHaveBeenCalledTimes(2);
  });

  it('takes deliveries under both webhook secrets, and under no third', async () => {
    vi.stubEnv('CONSENT_EVIDENCE_WEBHOOK_SECRET', 'whsec_new');
    vi.stubEnv('OLD_WEBHOOK_SECRET', 'whsec_old');
    const log = vi.fn();
    const { POST } = (await runBlock(ROTATING, 'The webhook secret', { log })) as {
      POST: (request: Request) => Promise<Response>;
    };
    const post = async (secret: string, webhookId: string): Promise<number> => {
      const body = JSON.stringify({ event: 'cdr.completed', webhookId, cdrId: 'cdr_1' });
      const headers = await signWebhook({ body, secret, webhookId });
      return (await POST(new Request('https://me.example', { method: 'POST', body, headers })))
        .status;
    };
    expect(await post('whsec_new', 'wh_1')).toBe(200);
    expect(await post('whsec_old', 'wh_2')).toBe(200);
    expect(await post('whsec_other', 'wh_3')).toBe(401);
    expect(log.mock.calls).toEqual([['wh_1'], ['wh_2']]);
  });
});

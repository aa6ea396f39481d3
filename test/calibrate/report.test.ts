import { describe, expect, it } from 'vitest';
import { CalibrationError } from '../../src/calibrate/calibration-error.ts';
import type { GivenToken } from '../../src/calibrate/given-token.ts';
import type { Materials } from '../../src/calibrate/materials.ts';
import type { CalibrateOptions } from '../../src/calibrate/options.ts';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { verifyReport } from '../../src/calibrate/sign-report.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { FetchLike } from '../../src/platform/platform.ts';
import { calibrateWorld, judge } from './support/calibrated.ts';
import { hiddenWorld, materialsIn, unpaidIn } from './support/hidden-world.ts';
import { keyPair } from './support/key-pair.ts';

/** Returns every text value of four characters or more. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 3 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(valuesIn);
}

/** Returns the path of every value that has no members. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return Object.entries(value).flatMap(([name, member]) =>
    placesIn(member).map((place) => [name, ...place]),
  );
}

/** Returns a copy with another value at the place. */
function changedAt(value: unknown, [name, ...place]: readonly string[]): unknown {
  if (name === undefined) return `${String(value)}?`;
  const members = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  return Object.assign(members, { [name]: changedAt(Reflect.get(members, name), place) });
}

describe('the report', () => {
  it('holds no value of any record, no token, no key and no identifier', async () => {
    const world = await hiddenWorld({ sharePending: 'allowed' });
    const materials = await materialsIn(world);
    const seen = new Set<string>([world.sender.apiKey, world.receiver.apiKey]);
    const fetch: FetchLike = async (url: string, init: RequestInit) => {
      const response = await world.mock.fetch(url, init);
      const text = await response.text();
      for (const value of text.startsWith('{') ? valuesIn(JSON.parse(text)) : []) seen.add(value);
      return new Response(text, { status: response.status, headers: response.headers });
    };
    const [sender, receiver] = [
      world.client(world.sender, fetch),
      world.client(world.receiver, fetch),
    ];
    const report = await calibrateWorld(world, { sender, receiver, materials });
    // Words of the API itself are not values of a record.
    const words =
      /^(?:rejected|failed|unavailable|checkbox|button_submission|none_detected|schemaVersion|leadMatch\.phone|[A-Z_]+)$/;
    const text = JSON.stringify(report);
    const ours = [...seen].filter((each) => !words.test(each) && !each.startsWith('calibrate.'));
    expect(ours.length).toBeGreaterThan(200);
    expect(ours.filter((each) => text.includes(JSON.stringify(each).slice(1, -1)))).toEqual([]);
  });

  it('says what came by its form alone where something differs', async () => {
    const world = await hiddenWorld({});
    const fetch: FetchLike = async (url: string, init: RequestInit) => {
      const response = await world.mock.fetch(url, init);
      const text = (await response.text()).replaceAll('"createdAt":', '"Zelda-Marker secret":');
      return new Response(text, { status: response.status, headers: response.headers });
    };
    const [sender, receiver] = [
      world.client(world.sender, fetch),
      world.client(world.receiver, fetch),
    ];
    const report = await calibrateWorld(world, { sender, receiver, tier: 1 });
    expect(JSON.stringify(report)).not.toContain('Marker');
    expect(report.statements).toContainEqual(
      expect.objectContaining({
        verdict: 'differs',
        saw: expect.stringMatching(/createdAt/) as string,
      }),
    );
  });

  it('has the versions, and counts before and after that are the same', async () => {
    const report = await calibrateWorld(await hiddenWorld({}));
    expect(report).toMatchObject({
      format: 'consent-evidence/calibration',
      formatVersion: 1,
      package: { name: 'consent-evidence', version: '0.0.0-test' },
      specification: { apiVersion: 'v1', acceptanceSchemaVersion: 1 },
      service: 'https://api.consent-evidence.example',
      unchanged: true,
    });
    const { sender } = report.inventory ?? {};
    expect(sender?.before).toEqual(sender?.after);
    expect(sender?.before.records).toBeGreaterThan(20);
  });

  it('can be signed, and a change of any part of it is found', async () => {
    const { privateKey, publicKey } = keyPair();
    const sign = { keyId: 'ci', privateKey };
    const report = await calibrateWorld(await hiddenWorld({}), { tier: 0, sign });
    expect(report.signature).toMatchObject({ algorithm: 'Ed25519', keyId: 'ci' });
    const stored = JSON.parse(JSON.stringify(report)) as CalibrationReport;
    expect(await verifyReport(stored, publicKey)).toBe(true);
    expect(await verifyReport({ ...stored, readings: [] }, publicKey)).toBe(false);
    expect(await verifyReport(stored, keyPair().publicKey)).toBe(false);
    const { signature, ...unsigned } = stored;
    const places = placesIn(unsigned);
    expect(places.length).toBeGreaterThan(200);
    const unnoticed: string[] = [];
    for (const place of places) {
      const changed = { ...(changedAt(unsigned, place) as object), signature } as CalibrationReport;
      if (await verifyReport(changed, publicKey)) unnoticed.push(place.join('.'));
    }
    expect(unnoticed).toEqual([]);
    expect(await verifyReport(unsigned, publicKey)).toBe(false);
    await expect(verifyReport(stored, 'no key')).rejects.toThrow(InvalidInputError);
  });
});

describe('calibrate', () => {
  it.each<[string, Partial<CalibrateOptions>, RegExp]>([
    ['a tier that does not exist', { tier: 5 as never }, /tier/],
    ['an option that does not exist', { teir: 1 } as never, /did you mean "tier"/],
    ['a client that is none', { sender: {} as never }, /sender/],
    ['a token that is none', { tokens: [{}] as never }, /tokens\.0/],
    ['a token without its record', { tokens: ['shr_1'] as never }, /tokens\.0.*cdrId/],
    [
      'a material without its record',
      { materials: { receivedToken: 'shr_1' } as never },
      /materials\.receivedToken.*cdrId/,
    ],
    ['tier 4', { tier: 4 as never }, /tier/],
    [
      'a material that does not exist',
      { materials: { pending: 'x' } as never },
      /materials\.pending/,
    ],
    [
      'a share URL with a malformed escape',
      { tokens: [{ token: 'https://api.example.com/v1/shares/%zz', cdrId: 'cdr_1' }] },
      /tokens\.0/,
    ],
    [
      'a material with a malformed escape',
      { materials: { devModeToken: 'https://api.example.com/v1/shares/%zz' } },
      /materials\.devModeToken/,
    ],
    ['a material that is empty', { materials: { pendingCdrId: '' } }, /materials\.pendingCdrId/],
    [
      'a receiver that is none',
      { materials: { webhook: null as never } },
      /materials\.webhook: expected an object with attempts/,
    ],
    ['a wait without a bound', { maxWaitMs: Infinity }, /maxWaitMs/],
    ['a key that is no PEM', { sign: { keyId: 'k', privateKey: 'x' } }, /sign\.privateKey/],
  ])('refuses %s before anything is sent', async (_what, options, message) => {
    const world = await hiddenWorld({});
    const before = world.mock.requests().length;
    await expect(calibrateWorld(world, options)).rejects.toThrow(message);
    expect(world.mock.requests().length).toBe(before);
  });

  it('takes a share URL in place of each token', async () => {
    const world = await hiddenWorld({});
    const given = await materialsIn(world);
    const linkTo = (token: string): string => `https://api.example.com/v1/shares/${token}`;
    const links = Object.entries(given).map(([name, value]: [string, unknown]) => {
      if (name === 'devModeToken') return [name, linkTo(String(value))];
      if (!/token/i.test(name)) return [name, value];
      const { token, cdrId } = value as GivenToken;
      return [name, { token: linkTo(token), cdrId }];
    });
    const materials = Object.fromEntries(links) as Materials;
    const report = await calibrateWorld(world, { materials, tier: 3 });
    expect(judge(report, world.readings)).toMatchObject({ falseAlarms: [] });
    const verdicts = new Map(
      report.statements.map(({ statement, verdict }) => [statement, verdict]),
    );
    for (const begin of ['On a repeat shareEventId', 'Already received is', 'A Dev Mode token']) {
      const [, verdict] = [...verdicts].find(([statement]) => statement.startsWith(begin)) ?? [];
      expect([begin, verdict]).toEqual([begin, 'as documented']);
    }
  });

  it('refuses one client twice, and clients of two services', async () => {
    const world = await hiddenWorld({});
    const sender = world.client(world.sender);
    await expect(calibrateWorld(world, { sender, receiver: sender })).rejects.toThrow(/another/);
    const elsewhere = sender.withOptions({ baseUrl: 'https://other.example' });
    const run = calibrateWorld(world, { sender: elsewhere });
    await expect(run).rejects.toMatchObject({ reason: 'one_organization' });
  });

  it('ends at once where a key is refused', async () => {
    const world = await hiddenWorld({});
    const receiver = world.client(world.receiver).withOptions({ apiKey: 'no.key' });
    const run = calibrateWorld(world, { receiver });
    await expect(run).rejects.toMatchObject({ name: 'CalibrationError', reason: 'refused' });
  });

  it('ends where both keys are of one organization', async () => {
    const world = await hiddenWorld({});
    const { apiKey } = world.mock.addApiKey(world.sender);
    const receiver = world.client(world.sender).withOptions({ apiKey });
    const run = calibrateWorld(world, { receiver });
    await expect(run).rejects.toMatchObject({ reason: 'one_organization' });
  });

  it('fails, with the report, where something changed meanwhile', async () => {
    const world = await hiddenWorld({});
    const { mock, sender, receiver } = world;
    const [{ cdrId } = { cdrId: '' }] = mock.charges({ organization: sender });
    const { token } = await world.client(sender).cdrs.share(cdrId);
    let isDone = false;
    const onRequest = async ({ number }: { number: number }): Promise<void> => {
      if (number !== 200 || isDone) return;
      isDone = true;
      await world.client(receiver).shares.receive(token);
    };
    const error = await calibrateWorld(world, { onRequest }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CalibrationError);
    expect(error).toMatchObject({ reason: 'changed', report: { unchanged: false } });
    expect(String(error)).toContain('receiver: records 1, then 2');
  });

  it('fails where nothing but what was paid for has changed', async () => {
    const world = await hiddenWorld({});
    const cdrId = await unpaidIn(world);
    const onRequest = async ({ number }: { number: number }): Promise<void> => {
      if (number === 200) await world.client(world.sender).cdrs.collect(cdrId);
    };
    const error = await calibrateWorld(world, { onRequest }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ reason: 'changed', report: { unchanged: false } });
    expect(String(error)).toMatch(/\(sender: collected \d+, then \d+\)/);
  });
});

import { describe, expect, it } from 'vitest';
import type { CalibrationError, CalibrationReport } from '../../src/calibrate/index.ts';
import type { CalibrateOptions } from '../../src/calibrate/options.ts';
import type { FetchLike } from '../../src/index.ts';
import { seededRandom } from '../webhooks/kill/seeded-random.ts';
import { calibrateWorld, judge } from './support/calibrated.ts';
import { type HiddenWorld, hiddenWorld, randomReadings } from './support/hidden-world.ts';

function failure(status: number, code: string, number: number): Response {
  const error = { code, message: 'no', requestId: `req_${number}` };
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(JSON.stringify({ ok: false, error }), { status, headers });
}

type Trouble = (number: number, path: string) => Response | undefined;

/** Calibrates over a network in which some requests meet trouble; the report, also of a failed run. */
async function reportOf(
  world: HiddenWorld,
  trouble: Trouble,
  options: Partial<CalibrateOptions> = {},
): Promise<CalibrationReport> {
  let count = 0;
  const fetch: FetchLike = async (input: Request | string | URL, init?: RequestInit) => {
    count += 1;
    const url = input instanceof Request ? input.url : String(input);
    return (
      trouble(count, new URL(url).pathname) ?? (world.mock.fetch(input, init) as Promise<Response>)
    );
  };
  const [sender, receiver] = [
    world.client(world.sender, fetch),
    world.client(world.receiver, fetch),
  ];
  const all = { sender, receiver, maxWaitMs: 0, ...options };
  return calibrateWorld(world, all).catch((error: unknown) => {
    const { report } = error as CalibrationError;
    if (report === undefined) throw error;
    return report;
  });
}

const isShare = (path: string): boolean => path.endsWith('/share');

describe('a calibration of a service that is in trouble', () => {
  it.each<[string, Trouble]>([
    ...[408, 500, 520].map((status): [string, Trouble] => [
      `a ${status} in each third answer`,
      (number, path) =>
        number % 3 === 0 && !isShare(path) ? failure(status, 'NOT_FOUND', number) : undefined,
    ]),
    [
      'a key that is revoked in the middle, until the end',
      (number) => (number > 280 ? failure(401, 'UNAUTHENTICATED', number) : undefined),
    ],
    [
      'access that is off for a while',
      (number) =>
        number > 280 && number < 300 ? failure(403, 'API_ACCESS_DISABLED', number) : undefined,
    ],
  ])('says of nothing that it differs: %s', async (_, trouble) => {
    const readings = randomReadings(seededRandom(1));
    const world = await hiddenWorld(readings);
    const report = await reportOf(world, trouble);
    const { wrong, falseAlarms, measured } = judge(report, readings);
    expect({ wrong, falseAlarms }).toEqual({ wrong: [], falseAlarms: [] });
    expect(measured).toBeGreaterThan(0);
    expect(world.mock.shareEvents()).toEqual([]);
  });

  it.each([
    'http://192.168.0.1/img',
    'http://127.0.0.1:9/img',
    'http://[::1]/img',
    'ftp://x.example/i',
  ])('sends nothing to an address that the service may not send it to: %s', async (downloadUrl) => {
    const world = await hiddenWorld({});
    const hosts = new Set<string>();
    const fetch: FetchLike = async (input: Request | string | URL, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      hosts.add(url.host);
      const reply = (await world.mock.fetch(input, init)) as Response;
      const text = await reply.text();
      return new Response(
        text === '' ? null : text.replaceAll(/(?<="downloadUrl":")[^"]+/g, downloadUrl),
        reply,
      );
    };
    const client = world.client(world.sender, fetch);
    const report = await calibrateWorld(world, { sender: client, tier: 1, maxWaitMs: 400_000 });
    expect(hosts).toEqual(new Set([new URL(world.mock.clientOptions(world.sender).baseUrl).host]));
    const row = report.readings.find(({ reading }) => reading === 'deadDownloadStatus');
    expect(row?.verdict).toBe('not measured');
  });

  it('asks for no second token where a share failed, because the first may be live', async () => {
    const world = await hiddenWorld({});
    let [announced, sent] = [0, 0];
    const onRequest = ({ path }: { path: string }): void =>
      void (announced += Number(isShare(path)));
    await reportOf(
      world,
      (number, path) => {
        sent += Number(isShare(path));
        return isShare(path) && sent % 2 === 1 ? failure(503, 'NOT_FOUND', number) : undefined;
      },
      { onRequest },
    );
    expect(sent).toBeGreaterThan(2);
    expect(sent).toBe(announced);
  });

  it('says so of what always fails, and why a refused key measures nothing', async () => {
    const world = await hiddenWorld({});
    const always = await reportOf(world, (number, path) =>
      path === '/v1/unknown' || path.includes('packages')
        ? failure(500, 'NOT_FOUND', number)
        : undefined,
    );
    expect(judge(always, {}).falseAlarms.join()).toContain('500 NOT_FOUND');
    const refused = await reportOf(await hiddenWorld({}), (number) =>
      number > 280 ? failure(401, 'UNAUTHENTICATED', number) : undefined,
    );
    const whys = [...refused.readings, ...refused.statements].map(({ why }) => why);
    expect(whys).toContain('the service refused the key of the sender (401 UNAUTHENTICATED)');
  });
});

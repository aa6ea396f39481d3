import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ConsentEvidence } from 'consent-evidence';
import { folderVault, verifyArchive } from 'consent-evidence/archive';
import { presets } from 'consent-evidence/mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeEnv, startFake } from '../../examples/fake-env.ts';
import { recordsIn } from '../archive/support/lines-in.ts';
import { installedRecipes } from './queue-recipes.ts';

const recipes = await installedRecipes();
const OUT_OF_REACH = 'http://127.0.0.1:1/';
const PAGE = presets.checkedBox({ pageUrl: 'https://plans.sunroof.example/' });

afterAll(async () => {
  for (const recipe of recipes) await recipe.end();
});

describe.skipIf(recipes.length === 0).each(recipes)('examples/queues: $name', (recipe) => {
  let fake: FakeEnv;
  let env: Awaited<ReturnType<FakeEnv['env']>>;
  let ended: { cdrId: string; kind: string }[];
  const running: Awaited<ReturnType<typeof recipe.run>>[] = [];
  const onJob = (cdrId: string, kind: string) => void ended.push({ cdrId, kind });

  async function start(more: object = {}) {
    const { clock } = fake.mock;
    const system = await recipe.run({ ...env, ...more }, { clock, onJob });
    running.push(system);
    return system;
  }
  const reach = (url: string) =>
    fake.mock.updateOrganization('planhelper', {
      webhook: { url, secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET ?? '' },
    });
  const capture = async () => {
    const { cdrId } = fake.mock.capture('planhelper', PAGE);
    await fake.mock.clock.advance(0);
    return cdrId;
  };
  const endOf = (cdrId: string, kind: string) =>
    vi.waitFor(() => expect(ended).toContainEqual({ cdrId, kind }), {
      timeout: 15_000,
      interval: 20,
    });
  /** Returns the jobs of the record that wait. Other tests may have left jobs of theirs. */
  const waitingFor = async (cdrId: string) =>
    (await recipe.waiting()).filter((job) => job.cdrId === cdrId);
  const lines = () => recordsIn(folderVault(env.OUT));
  const recordOf = async (cdrId: string): Promise<unknown> => {
    const line = (await lines()).find((each) => each.cdrId === cdrId);
    return line && JSON.parse(readFileSync(path.join(env.OUT, line.record.path), 'utf8'));
  };

  beforeEach(async () => {
    ended = [];
    fake = await startFake();
    env = await fake.env('planhelper', 'evidence');
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
  });
  afterEach(async () => {
    for (const system of running.splice(0)) await system.close();
    await fake.close();
    rmSync(path.dirname(env.OUT), { recursive: true });
    vi.unstubAllEnvs();
  });

  it('archives what is announced, and what an outage lost, each once', async () => {
    fake.mock.updateOrganization('planhelper', { autoCollect: true });
    const first = await start();
    const second = recipe.isOneInAProcess === true ? first : await start();
    reach(first.url);
    const announced = await capture();
    await endOf(announced, 'done');
    expect(await recordOf(announced)).toMatchObject({ cdrId: announced });

    reach(OUT_OF_REACH);
    const lost = await capture();
    await fake.mock.clock.advance({ hours: 2 });
    const taken = await Promise.all([first.catchUp(), second.catchUp()]);
    await endOf(lost, 'done');
    expect(await first.catchUp()).toBe(0);
    expect(Math.max(...taken)).toBeGreaterThan(0);
    const jobs = ended.filter(({ cdrId }) => [announced, lost].includes(cdrId));
    expect(jobs).toHaveLength(2);
    const archived = (await lines()).map(({ cdrId }) => cdrId);
    expect(archived.filter((cdrId) => [announced, lost].includes(cdrId))).toHaveLength(2);
    expect(await verifyArchive(folderVault(env.OUT))).toMatchObject({ ok: true });
  });

  it('catches up past a record that cannot be read', async () => {
    const { catchUp } = await start();
    reach(OUT_OF_REACH);
    const [older, bad] = [await capture(), await capture()];
    await fake.mock.clock.advance({ hours: 2 });
    fake.mock.addFault({ operation: 'cdrs.get', cdrId: bad, code: 'CDR_INVALID', times: 9 });
    await catchUp();
    await endOf(older, 'done');
    await endOf(bad, 'drop');
  });

  it('has one job for a record that was shared with us, however often it catches up', async () => {
    const { catchUp } = await start();
    const page = { ...PAGE, autoShare: true };
    const { cdrId, shareUrl = '' } = fake.mock.capture('sunroof', page);
    await fake.mock.clock.advance(0);
    const { CONSENT_EVIDENCE_API_KEY: apiKey, CONSENT_EVIDENCE_BASE_URL: baseUrl } = env;
    await new ConsentEvidence({ apiKey, baseUrl }).shares.receive(shareUrl);
    await fake.mock.clock.advance({ hours: 2 });
    for (let run = 0; run < 3; run += 1) await catchUp();
    await vi.waitFor(async () => expect(await waitingFor(cdrId)).toEqual([]));
    await running.shift()?.close(); // after its jobs
    const reads = fake.mock
      .requests({ organization: 'planhelper' })
      .filter(({ operation, path }) => operation === 'cdrs.get' && path.includes(cdrId));
    expect(reads).toHaveLength(1);
    expect(fake.mock.charges({ cdrId, organization: 'planhelper' })).toEqual([]);
  });

  it('pays for a record where it is told to, once', async () => {
    fake.mock.updateOrganization('planhelper', { autoCollect: false });
    const { url } = await start({ COLLECT_DOMAINS: 'sunroof.example' });
    reach(url);
    const cdrId = await capture();
    await endOf(cdrId, 'done');
    expect(await recordOf(cdrId)).toMatchObject({ collected: true });
    expect(fake.mock.charges({ cdrId })).toMatchObject([{ cause: 'collect' }]);
  });

  it('gives a job back with the wait of jobOutcome, and drops what is flagged invalid', async () => {
    const { url } = await start();
    reach(url);
    fake.mock.addFault({ operation: 'cdrs.get', status: 503, times: 3 });
    const cdrId = await capture();
    await endOf(cdrId, 'retry');
    await vi.waitFor(async () => {
      const jobs = (await waitingFor(cdrId)).map(({ attempt, dueInMs }) => [
        attempt,
        dueInMs > 20_000,
      ]);
      expect(jobs).toEqual([[2, true]]);
    });
    fake.mock.invalidate(cdrId);
    await recipe.hurry();
    await endOf(cdrId, 'drop');
  });

  /** Has the key refused, so that the worker stops and its job waits, due at once. */
  async function stopAtJob(): Promise<string> {
    const { url } = await start();
    reach(url);
    fake.mock.addFault({ operation: 'cdrs.get', code: 'UNAUTHENTICATED' });
    const cdrId = await capture();
    await endOf(cdrId, 'stop');
    await vi.waitFor(async () => expect(await waitingFor(cdrId)).toHaveLength(1));
    await running.shift()?.close();
    await recipe.hurry();
    return cdrId;
  }

  it('stops where the key is refused, and keeps the job until the key is corrected', async () => {
    const cdrId = await stopAtJob();
    await start();
    await endOf(cdrId, 'done');
  });

  const { workersDie, givenUp, putBack } = recipe;
  describe.skipIf(workersDie === undefined)('whose workers die', () => {
    async function afterDeaths(times: number): Promise<string> {
      const cdrId = await stopAtJob();
      await workersDie?.(times);
      await start();
      return cdrId;
    }

    it('runs a job again, the third time too', async () => {
      await endOf(await afterDeaths(3), 'done');
    });

    it('keeps a job that it gives up for a year', async () => {
      const cdrId = await afterDeaths(100);
      const job = { cdrId, keptDays: expect.any(Number) };
      await vi.waitFor(async () => expect(await givenUp?.()).toContainEqual(job));
      const [found] = (await givenUp?.())?.filter((each) => each.cdrId === cdrId) ?? [];
      expect(found?.keptDays).toBeGreaterThan(364);
    });

    it('says that it gave a job up, and runs it again when it is put back', async () => {
      const cdrId = await afterDeaths(100);
      await vi.waitFor(async () =>
        expect(await givenUp?.()).toContainEqual(expect.objectContaining({ cdrId })),
      );
      await running.at(-1)?.catchUp();
      const said = vi.mocked(console.error).mock.calls.map((words) => words.join(' '));
      expect(said).toContainEqual(expect.stringMatching(/gave up .*cdr_/));
      await putBack?.();
      await endOf(cdrId, 'done');
    });
  });
});

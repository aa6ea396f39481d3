import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMockService, presets } from '../../../mock/index.ts';
import { serveMock } from '../../../mock/node.ts';
import { folderVault, verifyArchive } from '../../../src/archive/index.ts';
import { bundleReceiver } from '../../webhooks/kill/killed-receiver.ts';
import { recordsIn } from '../support/lines-in.ts';
import { ArchiveProcess, SOURCE } from './archive-kill-run.ts';

export interface ManyWritersOptions {
  readonly records: number;
  /** How many processes archive records as jobs, beside one that walks. */
  readonly workers: number;
  readonly kills: number;
  /** How many processes meet a full disk. */
  readonly fullDisks: number;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/** The results of such a run. */
export interface ManyWritersResult {
  readonly kills: number;
  readonly fullDisks: number;
  /** Records of the service without a line, and second lines for the same record. */
  readonly missing: number;
  readonly twice: number;
  /** Problems of the archive after the last run, and files left in its folder for incomplete ones. */
  readonly problems: number;
  readonly strays: number;
  /** Problems that the processes told which were neither killed nor on a full disk. */
  readonly complaints: number;
}

/** With nine processes, each lives for half a second on average, its start included. */
const STEP_MS = 110;

/**
 * Lets workers and a walk write into one folder at once, kills one of them at random again and again, and
 * starts another in its place, some of them on a full disk. Then a last walk ends the work.
 */
export async function manyWritersRun(options: ManyWritersOptions): Promise<ManyWritersResult> {
  const { records, workers, kills, fullDisks, random } = options;
  const mock = createMockService({ idSeed: 'writers' });
  const company = mock.addOrganization({ name: 'Acme Solar' });
  const ids = Array.from({ length: records }, (_, at) => {
    const pageUrl = `https://acme${at % 3}.example/${at}`;
    return mock.capture(company, presets.checkedBox({ pageUrl })).cdrId;
  });
  const served = await serveMock(mock, { port: 0 });
  const place = await mkdtemp(path.join(tmpdir(), 'consent-evidence-writers-'));
  const folder = path.join(place, 'evidence');
  const running: (ArchiveProcess | undefined)[] = [];
  try {
    const program = await bundleReceiver(place, SOURCE);
    const { apiKey } = served.clientOptions(company);
    let [killed, full, complaints] = [0, 0, 0];
    const start = (at: number): void => {
      const isFull = full < fullDisks && random() < 0.2;
      if (isFull) full += 1;
      const jobs = [...ids].sort(() => random() - 0.5);
      const settings = {
        ...{ baseUrl: served.url, apiKey, folder },
        ...(at < workers && { jobs }),
        ...(isFull && { fullAt: Math.floor(random() * 60) }),
      };
      const process = new ArchiveProcess(program, JSON.stringify(settings), isFull);
      running[at] = process;
      void process.end().then(() => {
        if (process.isKilled || process.isExcused) return;
        if (process.printed.endsWith('\n[]\n')) return;
        complaints += 1;
        console.log('complaint', at < workers ? 'job' : 'walk', process.printed.slice(-600));
      });
    };
    for (let at = 0; at <= workers; at += 1) start(at);
    while (killed < kills || full < fullDisks) {
      await sleep(random() * STEP_MS);
      const at = Math.floor(random() * (workers + 1));
      if ((await running[at]?.kill()) === true) killed += 1;
      start(at);
    }
    await Promise.all(running.map((each) => each?.end()));
    const settings = JSON.stringify({ baseUrl: served.url, apiKey, folder });
    const last = new ArchiveProcess(program, settings);
    await last.end();
    if (!last.printed.endsWith('\n[]\n')) complaints += 1;
    const vault = folderVault(folder);
    const lines = await recordsIn(vault);
    const found = new Set(lines.map(({ cdrId }) => cdrId));
    const { problems, problemCount } = await verifyArchive(vault);
    for (const { kind, path: where, message } of problems) console.log(kind, where, message);
    return {
      ...{ kills: killed, fullDisks: full, complaints, problems: problemCount },
      missing: ids.filter((cdrId) => !found.has(cdrId)).length,
      twice: lines.length - found.size,
      strays: readdirSync(path.join(folder, '.incoming')).length,
    };
  } finally {
    for (const each of running) await each?.kill();
    await served.close();
    rmSync(place, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMockService, presets } from '../../../mock/index.ts';
import { serveMock } from '../../../mock/node.ts';
import { archiveEvidence, folderVault, verifyArchive } from '../../../src/archive/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import { bundleReceiver } from '../../webhooks/kill/killed-receiver.ts';
import { recordsIn } from '../support/lines-in.ts';

export interface ArchiveKillOptions {
  readonly records: number;
  readonly kills: number;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/** The program of the processes. */
export const SOURCE = fileURLToPath(new URL('./archive-process.ts', import.meta.url));
/** About the time that a process takes to start, so that some are killed before they begin. */
const START_MS = 150;
const STEP_MS = 12;

/** A process that archives, and the number of records that it has reported as durable. */
export class ArchiveProcess {
  readonly child: ChildProcess;
  archived = 0;
  printed = '';
  /** Whether it may tell of problems, as on a full disk. */
  readonly isExcused: boolean;
  #wake: () => void = () => undefined;

  constructor(program: string, settings: string, isExcused = false) {
    this.isExcused = isExcused;
    this.child = spawn(process.execPath, [program, settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child.stdout?.on('data', (data: Buffer) => {
      const text = data.toString();
      this.archived += text.split('.').length - 1;
      this.printed += text;
      this.#wake();
    });
    this.child.once('exit', () => this.#wake());
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get isKilled(): boolean {
    return this.child.signalCode !== null;
  }

  /** Resolves when it has archived `count` records, or has ended. */
  async until(count: number): Promise<void> {
    while (this.isAlive && this.archived < count) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async end(): Promise<void> {
    if (this.isAlive) await once(this.child, 'exit');
  }

  /** Kills it. Returns `false` if it had already ended. */
  async kill(): Promise<boolean> {
    this.child.kill('SIGKILL');
    await this.end();
    return this.child.signalCode === 'SIGKILL';
  }
}

/** The results of a run of kills. */
export interface ArchiveKillResult {
  readonly kills: number;
  /** Records of the service without a line, and second lines for the same record. */
  readonly missing: number;
  readonly twice: number;
  /** Lines whose image does not have the length that the record states. */
  readonly wrongImages: number;
  /** Problems of the archive after the last run. */
  readonly problems: number;
  /** Files that no line lists, and files left in the folder for incomplete ones. */
  readonly strays: number;
  /** Records for which the vault held a file with other bytes that no line listed. */
  readonly aside: number;
  /** Runs that ended without being killed and reported a problem. */
  readonly complaints: number;
}

/** Kills archiving processes at random points until `kills` were killed, then lets one finish. */
export async function archiveKillRun(options: ArchiveKillOptions): Promise<ArchiveKillResult> {
  const { records, kills, random } = options;
  const mock = createMockService({ idSeed: 'kills' });
  const company = mock.addOrganization({ name: 'Acme Solar' });
  for (let at = 0; at < records; at += 1) {
    mock.capture(company, presets.checkedBox({ pageUrl: `https://acme${at % 3}.example/${at}` }));
  }
  const served = await serveMock(mock, { port: 0 });
  const place = mkdtempSync(path.join(tmpdir(), 'consent-evidence-kills-'));
  const folder = path.join(place, 'evidence');
  try {
    const program = await bundleReceiver(place, SOURCE);
    const { apiKey } = served.clientOptions(company);
    const settings = JSON.stringify({ baseUrl: served.url, apiKey, folder });
    let [killed, done, complaints] = [0, 0, 0];
    while (killed < kills) {
      const run = new ArchiveProcess(program, settings);
      const share = (2 * Math.max(records - done, 0)) / (kills - killed);
      const count = Math.floor(random() * share);
      await run.until(count);
      await sleep(random() * (count === 0 ? START_MS : STEP_MS));
      if (await run.kill()) killed += 1;
      else if (!run.printed.endsWith('\n[]\n')) complaints += 1;
      done += run.archived;
    }
    const last = new ArchiveProcess(program, settings);
    await last.end();
    if (!last.printed.endsWith('\n[]\n')) complaints += 1;
    return { kills: killed, complaints, ...(await lookAt(folder, served, company, records)) };
  } finally {
    await served.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function lookAt(
  folder: string,
  served: Awaited<ReturnType<typeof serveMock>>,
  company: Parameters<typeof served.clientOptions>[0],
  records: number,
): Promise<Omit<ArchiveKillResult, 'kills' | 'complaints'>> {
  const vault = folderVault(folder);
  const client = new ConsentEvidence(served.clientOptions(company));
  const sizes = new Map<string, number>();
  for (const domainId of await client.domains.list()) {
    for await (const entry of client.cdrs.list(domainId, { pageSize: 100 })) {
      sizes.set(entry.cdrId, entry.size);
    }
  }
  if (sizes.size !== records) throw new Error(`the service has ${sizes.size} records`);
  const lines = await recordsIn(vault);
  const ids = new Set(lines.map(({ cdrId }) => cdrId));
  const { problems, problemCount } = await verifyArchive(vault);
  const incoming = readdirSync(path.join(folder, '.incoming')).length;
  return {
    missing: [...sizes.keys()].filter((cdrId) => !ids.has(cdrId)).length,
    twice: lines.length - ids.size,
    wrongImages: lines.filter(({ cdrId, image }) => image?.bytes !== sizes.get(cdrId)).length,
    problems: problemCount,
    strays: incoming + problems.filter(({ kind }) => kind === 'added').length,
    aside: lines.filter(({ aside }) => aside !== undefined).length,
  };
}

/**
 * Returns the kinds of problems of two runs in this process: one while another process is at work
 * in the vault, one after it was killed.
 */
export async function meetsAnotherProcess(folder: string): Promise<readonly string[]> {
  const mock = createMockService({ idSeed: 'busy' });
  const company = mock.addOrganization({ name: 'Acme Solar' });
  for (let at = 0; at < 30; at += 1) {
    mock.capture(company, presets.checkedBox({ pageUrl: `https://acme.example/${at}` }));
  }
  const served = await serveMock(mock, { port: 0 });
  try {
    const program = await bundleReceiver(folder, SOURCE);
    const options = served.clientOptions(company);
    const evidence = path.join(folder, 'evidence');
    const settings = { baseUrl: served.url, apiKey: options.apiKey, folder: evidence };
    const other = new ArchiveProcess(program, JSON.stringify(settings));
    await other.until(1);
    other.child.kill('SIGSTOP');
    const run = () =>
      archiveEvidence(new ConsentEvidence(options), { vault: folderVault(evidence) });
    const during = await run();
    other.child.kill('SIGCONT');
    await other.kill();
    const after = await run();
    return [...during.problems, { kind: 'then' }, ...after.problems].map(({ kind }) => kind);
  } finally {
    await served.close();
  }
}

import type { CdrListEntry } from '../contract/cdr.ts';
import { AbortError } from '../errors/call-errors.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { Slots } from '../platform/slots.ts';
import { Account } from './account.ts';
import { AccountProbe } from './account-probe.ts';
import type { ArchiveSettings } from './archive-options.ts';
import type { ArchiveProblem, MetRecord } from './archive-report.ts';
import type { ArchiveSession } from './archive-session.ts';
import { claimOnce } from './claim-once.ts';
import { discardFiles } from './discard-files.ts';
import { FailureRow } from './failure-row.ts';
import { listDomains } from './list-domains.ts';
import type { LineFate, ManifestWriter } from './manifest-writer.ts';
import { notTaken, problemOf } from './problem-of.ts';
import type { Members } from './stranger-data.ts';
import { fetchRecord, type TakenRecord, type TakeTools, takeRecord } from './take-record.ts';
import { Tally } from './tally.ts';

const PAGE_SIZE = 100;
/** Records in progress per request slot: some are written while others are fetched. */
const IN_HAND = 2;

/** After these, no more requests are sent. After any other, the walk continues, but only counts. */
const ENDINGS: readonly ArchiveProblem['kind'][] = ['access', 'other_account', 'busy', 'aborted'];

const ABORTED: ArchiveProblem = {
  kind: 'aborted',
  message: 'the signal ended the run; the next run continues',
};

/** One walk over all domains. Takes records that are new to the vault, and lists uncollected ones. */
export class ArchiveRun {
  readonly #settings: ArchiveSettings;
  readonly #tally: Tally;
  readonly #session: ArchiveSession;
  readonly #writer: ManifestWriter;
  readonly #tools: TakeTools;
  readonly #hands: Slots;
  readonly #running = new Set<Promise<void>>();
  readonly #taking = new Set<string>();
  readonly #row: FailureRow;
  readonly #probe: AccountProbe;
  /** Why no more records are taken. */
  #ending: ArchiveProblem | undefined;

  constructor(
    settings: ArchiveSettings,
    tally: Tally,
    session: ArchiveSession,
    writer: ManifestWriter,
  ) {
    const { client, vault, clock, concurrency, signal, organizationName } = settings;
    this.#settings = settings;
    this.#tally = tally;
    this.#session = session;
    this.#writer = writer;
    this.#hands = new Slots(concurrency * IN_HAND);
    const account = new Account(session.state.account, organizationName);
    const requests = new Slots(concurrency);
    const claim = claimOnce(session, organizationName);
    this.#tools = { client, vault, account, claim, clock, requests, signal };
    this.#probe = new AccountProbe(this.#tools, writer);
    this.#row = new FailureRow(
      (count) => session.index.latest(count),
      (cdrId) => fetchRecord(this.#tools, cdrId, 'never'),
    );
  }

  /** Whether the run must not send any more requests. */
  get isOver(): boolean {
    return this.#ending !== undefined && ENDINGS.includes(this.#ending.kind);
  }

  async walk(): Promise<void> {
    const domains = await this.#domains();
    this.#tally.domains(domains.length);
    try {
      for (const domainId of domains) {
        if (this.isOver) break;
        this.#tally.begin(domainId);
        await this.#walkDomain(domainId);
      }
    } finally {
      // Also if a domain's name is invalid: records in progress would write on without the lock.
      await Promise.all(this.#running);
      await this.#flush();
    }
  }

  async #domains(): Promise<readonly string[]> {
    const { client, domains, signal } = this.#settings;
    if (domains !== undefined) return [...new Set(domains)];
    try {
      return await listDomains(client, signal, (problem) => this.#tally.problem(problem));
    } catch (error) {
      if (error instanceof InvalidInputError) throw error; // such as no key: the run has not begun
      this.#end(this.#isAbort(error) ? ABORTED : problemOf(error));
      return [];
    }
  }

  async #walkDomain(domainId: string): Promise<void> {
    const { client, signal } = this.#settings;
    try {
      const query = { pageSize: PAGE_SIZE, prefetch: 1, signal } as const;
      const list = await Promise.resolve(client.cdrs.list(domainId, query)); // a wrapper's promise
      for await (const { cdrs } of list.pages()) {
        for (const entry of cdrs) {
          if (this.isOver) return;
          await this.#meet(entry);
        }
      }
      this.#tally.endOfDomain();
    } catch (error) {
      if (error instanceof InvalidInputError) throw error;
      if (this.#isAbort(error)) this.#end(ABORTED);
      else {
        const problem = problemOf(error, { domainId });
        if (problem.kind === 'access') this.#end(problem);
        else this.#tally.problem({ ...problem, kind: 'list' });
      }
    }
  }

  async #meet({ cdrId, domainId, createdAt, collected, devMode }: CdrListEntry): Promise<void> {
    const record: MetRecord = { cdrId, domainId, createdAt };
    const found = this.#session.index.stateOf(cdrId);
    const isKnown = found === 'known' || found === 'loose';
    if (found !== undefined && !(await this.#isOurs(record))) return;
    if (this.#taking.has(cdrId)) return; // it has moved to a later page in the meantime
    if (found === 'erased') {
      this.#tally.record(record, 'erased');
      return;
    }
    this.#tally.met(record, isKnown);
    if (isKnown) this.#tally.record(record, 'known');
    else if (devMode === true) this.#tally.record(record, 'dev_mode');
    else if (!collected) this.#tally.record(record, 'not_collected');
    else await this.#start(record);
  }

  /** Whether a record that the vault has may be counted as known: not if the key is another account's. */
  async #isOurs(record: MetRecord): Promise<boolean> {
    const found = await this.#probe.ask(record);
    if (found === undefined) return true;
    const isAborted = this.#isAbort(found.error);
    if (isAborted || ENDINGS.includes(found.problem.kind)) {
      this.#end(isAborted ? ABORTED : found.problem);
      this.#tally.left();
      return false;
    }
    if (found.isTold) this.#tally.problem(found.problem);
    return true;
  }

  async #start(record: MetRecord): Promise<void> {
    const free = await this.#hands.take();
    if (this.#settings.signal?.aborted === true) this.#end(ABORTED);
    if (this.#ending !== undefined) {
      this.#tally.left();
      free();
      return;
    }
    this.#taking.add(record.cdrId);
    const task = this.#take(record).finally(() => {
      this.#running.delete(task);
      free();
    });
    this.#running.add(task);
  }

  async #take(record: MetRecord): Promise<void> {
    const { cdrId } = record;
    try {
      const taken = await takeRecord(this.#tools, cdrId);
      this.#row.end();
      this.#session.describe(cdrId, taken.cdr as unknown as Members);
      for (const line of taken.lines) {
        const fate = line.kind === undefined ? this.#fateOf(record, taken) : undefined;
        await this.#writer.add(line, fate);
      }
    } catch (error) {
      this.#taking.delete(cdrId);
      await this.#failed(record, error);
    }
  }

  #fateOf(record: MetRecord, { bytes, made }: TakenRecord): LineFate {
    const { cdrId } = record;
    return {
      onEnd: async (result) => {
        this.#taking.delete(cdrId);
        if (result === 'durable') {
          this.#tally.bytes(bytes);
          this.#tally.record(record, 'archived');
          return;
        }
        await discardFiles(this.#session, cdrId, made); // another process was first
        this.#tally.record(record, result);
      },
      onLost: () => this.#tally.left(),
    };
  }

  async #failed(record: MetRecord, error: unknown): Promise<void> {
    const state = notTaken(error);
    if (state !== undefined) {
      this.#tally.record(record, state);
      return;
    }
    if (this.#isAbort(error)) {
      this.#tally.left();
      this.#end(ABORTED);
      return;
    }
    const { cdrId, domainId } = record;
    const problem = problemOf(error, { cdrId, domainId });
    if (problem.kind === 'manifest' || ENDINGS.includes(problem.kind)) {
      this.#tally.left();
      this.#end(problem);
      return;
    }
    this.#tally.record(record, 'failed', problem);
    const message = await this.#row.add(problem.kind);
    if (message === undefined) return;
    const isAborted = this.#settings.signal?.aborted === true;
    this.#end(isAborted ? ABORTED : { kind: 'stopped', message });
  }

  async #flush(): Promise<void> {
    try {
      await this.#writer.flush();
    } catch (error) {
      this.#end(problemOf(error));
    }
  }

  #isAbort(error: unknown): boolean {
    return error instanceof AbortError || this.#settings.signal?.aborted === true;
  }

  #end(problem: ArchiveProblem): void {
    if (this.#ending !== undefined) return;
    this.#ending = problem;
    this.#tally.problem(problem);
  }
}

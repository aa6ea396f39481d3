import type { CdrListEntry } from '../contract/cdr.ts';
import { listedNames } from '../contract/listed-names.ts';
import { AbortError } from '../errors/call-errors.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { Slots } from '../platform/slots.ts';
import { Account } from './account.ts';
import type { ArchiveSettings } from './archive-options.ts';
import type { ArchiveProblem, MetRecord } from './archive-report.ts';
import { FailureRow } from './failure-row.ts';
import type { LineFate, ManifestWriter } from './manifest-writer.ts';
import type { ManifestState } from './open-manifest.ts';
import { notTaken, problemOf } from './problem-of.ts';
import { checkAccount, fetchRecord, type TakeTools, takeRecord } from './take-record.ts';
import { Tally } from './tally.ts';

const PAGE_SIZE = 100;
/** Records in progress per request slot: some are written while others are fetched. */
const IN_HAND = 2;

/** So many known records are asked for the name of their account. */
const ASKED_MAX = 3;

/** After these, no more requests are sent. After any other, the walk continues, but only counts. */
const ENDINGS: readonly ArchiveProblem['kind'][] = ['access', 'other_account', 'busy', 'aborted'];

/** One walk over all domains. Takes records that are new to the vault, and lists uncollected ones. */
export class ArchiveRun {
  readonly #settings: ArchiveSettings;
  readonly #tally: Tally;
  readonly #state: ManifestState;
  readonly #writer: ManifestWriter;
  readonly #tools: TakeTools;
  readonly #hands: Slots;
  readonly #running = new Set<Promise<void>>();
  readonly #taking = new Set<string>();
  readonly #row: FailureRow;
  /** How many known records were asked for the account in vain. */
  #unanswered = 0;
  /** Why no more records are taken. */
  #ending: ArchiveProblem | undefined;

  constructor(
    settings: ArchiveSettings,
    tally: Tally,
    state: ManifestState,
    writer: ManifestWriter,
  ) {
    const { client, vault, clock, concurrency, signal, organizationName } = settings;
    this.#settings = settings;
    this.#tally = tally;
    this.#state = state;
    this.#writer = writer;
    this.#hands = new Slots(concurrency * IN_HAND);
    const account = new Account(state.account, organizationName);
    const requests = new Slots(concurrency);
    this.#tools = { client, vault, account, clock, requests, signal };
    this.#row = new FailureRow(state.known, (cdrId) => fetchRecord(this.#tools, cdrId, 'never'));
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
      const { names, odd } = listedNames(await client.domains.list({ signal }));
      for (const { name, message } of odd) {
        this.#tally.problem({ kind: 'list', domainId: name, message });
      }
      return names;
    } catch (error) {
      if (error instanceof InvalidInputError) throw error; // such as no key: the run has not begun
      this.#end(this.#isAbort(error) ? this.#aborted() : problemOf(error));
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
      if (this.#isAbort(error)) this.#end(this.#aborted());
      else {
        const problem = problemOf(error, { domainId });
        if (problem.kind === 'access') this.#end(problem);
        else this.#tally.problem({ ...problem, kind: 'list' });
      }
    }
  }

  async #meet({ cdrId, domainId, createdAt, collected, devMode }: CdrListEntry): Promise<void> {
    const record: MetRecord = { cdrId, domainId, createdAt };
    const isKnown = this.#state.known.has(cdrId);
    if (isKnown && !(await this.#isOurs(record))) return;
    if (this.#taking.has(cdrId)) return; // it has moved to a later page in the meantime
    this.#tally.met(record, isKnown);
    if (isKnown) this.#tally.record(record, 'known');
    else if (devMode === true) this.#tally.record(record, 'dev_mode');
    else if (!collected) this.#tally.record(record, 'not_collected');
    else await this.#start(record);
  }

  /** Whether a record that the vault has may be counted as known: not if the key is another account's. */
  async #isOurs({ cdrId, domainId }: MetRecord): Promise<boolean> {
    const { account, clock } = this.#tools;
    if (account.isChecked || this.#unanswered === ASKED_MAX) return true;
    try {
      await checkAccount(this.#tools, cdrId);
      const organizationName = account.unsaid();
      if (organizationName === undefined) return true;
      await this.#writer.add({ kind: 'account', organizationName, at: clock.now() });
      return true;
    } catch (error) {
      const problem = problemOf(error, { cdrId, domainId });
      const isOver = this.#isAbort(error) || ENDINGS.includes(problem.kind);
      if (isOver) {
        this.#end(this.#isAbort(error) ? this.#aborted() : problem);
        this.#tally.left();
        return false;
      }
      this.#unanswered += 1; // the next record may tell
      if (problem.kind !== 'vanished' || this.#unanswered === ASKED_MAX)
        this.#tally.problem(problem);
      return true;
    }
  }

  async #start(record: MetRecord): Promise<void> {
    const free = await this.#hands.take();
    if (this.#settings.signal?.aborted === true) this.#end(this.#aborted());
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
      const { lines, bytes } = await takeRecord(this.#tools, cdrId);
      this.#row.end();
      for (const line of lines) {
        await this.#writer.add(
          line,
          line.kind === undefined ? this.#fateOf(record, bytes) : undefined,
        );
      }
    } catch (error) {
      this.#taking.delete(cdrId);
      await this.#failed(record, error);
    }
  }

  #fateOf(record: MetRecord, bytes: number): LineFate {
    return {
      onDurable: () => {
        this.#taking.delete(record.cdrId);
        this.#state.known.add(record.cdrId);
        this.#tally.bytes(bytes);
        this.#tally.record(record, 'archived');
      },
      onLost: () => {
        this.#tally.left();
      },
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
      this.#end(this.#aborted());
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
    this.#end(isAborted ? this.#aborted() : { kind: 'stopped', message });
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

  #aborted(): ArchiveProblem {
    return { kind: 'aborted', message: 'the signal ended the run; the next run continues' };
  }

  #end(problem: ArchiveProblem): void {
    if (this.#ending !== undefined) return;
    this.#ending = problem;
    this.#tally.problem(problem);
  }
}

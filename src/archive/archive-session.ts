import type { Clock } from '../platform/clock.ts';
import { appendLines } from './append-lines.ts';
import { digestOf } from './digest.ts';
import { isRecordPath, RECORDS } from './file-names.ts';
import { MANIFEST } from './growing-log.ts';
import { inTurn } from './in-turn.ts';
import { LOOSE } from './loose-lines.ts';
import { type NewLine, NO_LINE } from './manifest-line.ts';
import type { ManifestLog } from './manifest-log.ts';
import type { Append, Appender, LineResult } from './manifest-writer.ts';
import { manifestLog } from './open-log.ts';
import { type ManifestFault, type ManifestState, type OpenManifest } from './open-manifest.ts';
import { ArchiveIndex } from './search/archive-index.ts';
import { catchUp, catchUpWhole } from './search/catch-up.ts';
import { termsOf } from './search/index-terms.ts';
import type { Members } from './stranger-data.ts';
import type { Vault } from './vault.ts';
import { vaultFacts } from './vault-facts.ts';
import { ManifestFailure } from './vault-failure.ts';

/** A segment is closed when it has this many lines or bytes, so that a start reads a bounded number. */
const SEGMENT_MAX_LINES = 10_000;
const SEGMENT_MAX_BYTES = 8 * 1024 * 1024;

/** How an archive is opened for writing. */
export interface SessionOptions {
  readonly vault: Vault;
  /** The file of the index; `undefined` for the vault's own. */
  readonly index: string | undefined;
  readonly clock: Clock;
}

/** Whether any number of processes may append, one at a time. */
const isShared = (vault: Vault): boolean => vault.lock !== undefined && vault.growing !== undefined;

/** Files that are not of our own form, such as another program's, are no trace of a manifest. */
async function hasRecords(vault: Vault): Promise<boolean> {
  for await (const _ of vault.list(LOOSE)) return false; // their lines were not gathered yet
  for await (const { path } of vault.list(RECORDS)) if (isRecordPath(path)) return true;
  return false;
}

/** An archive that is open for writing, by any number of processes at once where its vault has locks. */
export class ArchiveSession implements Appender {
  readonly vault: Vault;
  readonly index: ArchiveIndex;
  /** The end of the manifest when it was last looked at. */
  readonly state: ManifestState;
  /** What was not as the last writer had left it. */
  readonly faults: readonly ManifestFault[];
  readonly linesAtOnce: number;
  readonly #terms = new Map<string, readonly number[]>();
  readonly #log: ManifestLog;
  readonly #clock: Clock;

  private constructor(
    { vault, clock }: SessionOptions,
    log: ManifestLog,
    index: ArchiveIndex,
    { state, faults }: OpenManifest,
  ) {
    this.vault = vault;
    this.index = index;
    this.state = state;
    this.faults = faults;
    this.linesAtOnce = log.linesAtOnce;
    this.#log = log;
    this.#clock = clock;
  }

  /**
   * Opens an archive, makes it if there is none, and catches up with what others wrote.
   *
   * @param isWalk whether the open segment is looked at from its beginning.
   * @throws `InvalidInputError` for an index of another vault, or a vault of a newer layout.
   */
  static async open(options: SessionOptions, isWalk: boolean): Promise<ArchiveSession> {
    const { vault } = options;
    const facts = await vaultFacts(vault);
    const log = manifestLog(vault);
    const index = ArchiveIndex.open(options.index ?? vault.indexFile ?? '');
    try {
      if (facts !== undefined) index.claim(facts.vaultId);
      return await inTurn(vault, async () => {
        const isNew = await log.begin(); // writes a head, so that one missing later was removed
        const opened = await (isWalk ? catchUpWhole : catchUp)(vault, log, index);
        const { state, faults } = opened;
        if (state.isBehind && state.cut === undefined) await log.mend(state);
        const session = new ArchiveSession(options, log, index, opened);
        if (!isNew || !(await hasRecords(vault))) return session;
        const message = 'does not exist, but there are records: it was removed';
        state.cut = NO_LINE;
        const fault = { kind: 'manifest_cut', path: MANIFEST, message } as const;
        return new ArchiveSession(options, log, index, { state, faults: [...faults, fault] });
      });
    } catch (error) {
      index.close();
      throw error;
    }
  }

  close(): void {
    this.index.close();
  }

  async inTurn<T>(work: (append: Append) => Promise<T>): Promise<T> {
    return inTurn(this.vault, async () => {
      if (isShared(this.vault)) await this.#catchUp();
      return work((batch) => this.#append(batch));
    });
  }

  /** Appends lines, but none about a record that is known or erased. */
  async #append(batch: readonly NewLine[]): Promise<readonly LineResult[]> {
    const results = batch.map((line) => this.#resultOf(line));
    const fresh = batch.filter((_, at) => results[at] === 'durable');
    if (fresh.length === 0) return results;
    await this.#closeFull();
    const from = { ...this.state };
    const placed = await appendLines(this.#log, this.state, fresh);
    const withTerms = placed.map((each) => {
      const { line } = each;
      return { ...each, terms: line.kind === undefined ? this.#terms.get(line.cdrId) : undefined };
    });
    for (const line of batch) if (line.kind === undefined) this.#terms.delete(line.cdrId);
    this.index.take(withTerms, from, this.state);
    return results;
  }

  /** Keeps what a record can be found by until its line is appended. */
  describe(cdrId: string, cdr: Members): void {
    this.#terms.set(cdrId, termsOf(cdr));
  }

  /** Reads what other processes appended since the index was last caught up. */
  async #catchUp(): Promise<void> {
    const { state, faults } = await catchUp(this.vault, this.#log, this.index);
    if (faults.length > 0 && state.cut !== this.state.cut) {
      const said = faults.map(({ path, message }) => `${path}: ${message}`).join('; ');
      throw new ManifestFailure(new Error(`the manifest was changed meanwhile: ${said}`));
    }
    const { lines, head } = this.state;
    if (state.lines !== lines || state.head !== head) Object.assign(this.state, state);
  }

  #resultOf(line: NewLine): LineResult {
    if (line.kind === 'account') {
      return line.organizationName === this.state.account ? 'known' : 'durable';
    }
    if (line.kind !== undefined) return 'durable';
    const state = this.index.stateOf(line.cdrId);
    return state === undefined || state === 'loose' ? 'durable' : state;
  }

  /** Closes the open segment if it is full. */
  async #closeFull(): Promise<void> {
    const { state } = this;
    const count = state.lines - state.linesBefore;
    if (count < SEGMENT_MAX_LINES && state.end < SEGMENT_MAX_BYTES) return;
    const facts = await vaultFacts(this.vault);
    if (this.#log.close === undefined || facts === undefined) return;
    const { number, lines, seals, account } = state;
    const from = { ...state };
    const line = await this.#log.close(state, (file) => ({
      kind: 'segment',
      at: this.#clock.now(),
      number: number + 1,
      vaultId: facts.vaultId,
      file,
      lines,
      seals,
      ...(account !== undefined && { organizationName: account }),
    }));
    Object.assign(state, {
      number: number + 1,
      end: line.byteLength + 1,
      lines: lines + 1,
      head: digestOf(line),
      linesBefore: lines,
      seal: undefined,
    });
    this.index.take([], from, state);
  }
}

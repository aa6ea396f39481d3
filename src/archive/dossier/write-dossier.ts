import { AbortError } from '../../errors/call-errors.ts';
import { Account, isAccountName } from '../account.ts';
import { plainAppender } from '../append-lines.ts';
import type { ArchiveClient } from '../archive-client.ts';
import type { ArchiveProblem, MetRecord } from '../archive-report.ts';
import { inLock } from '../in-lock.ts';
import { recordLines } from '../manifest-records.ts';
import { type Appender, ManifestWriter } from '../manifest-writer.ts';
import { manifestLog } from '../open-log.ts';
import {
  type ManifestState,
  type OpenManifest,
  openForWriting,
  openManifest,
} from '../open-manifest.ts';
import { problemOf } from '../problem-of.ts';
import { storeFile } from '../store-file.ts';
import { inVault } from '../vault-failure.ts';
import { PAYLOAD } from './bag.ts';
import { checkFolder } from './check-folder.ts';
import { closeDossier, DECLARATION } from './close-dossier.ts';
import {
  type DossierSettings,
  dossierSettings,
  type WriteDossierOptions,
} from './dossier-options.ts';
import { dossierPage } from './dossier-page.ts';
import type { DossierRecord } from './dossier-record.ts';
import { type Found, findCandidates } from './find-candidates.ts';
import { readRecords } from './read-records.ts';
import { takeCandidates } from './take-candidates.ts';

/** The result of `writeDossier`. */
export interface DossierReport {
  /** Whether there were no problems. A search without results is not a problem. */
  readonly ok: boolean;
  /** What went wrong. The page lists it too, unless it happened after the page was made. */
  readonly problems: readonly ArchiveProblem[];
  /** Records that were found. */
  readonly found: number;
  /** Records in the dossier. */
  readonly records: number;
  /** Images in the dossier. */
  readonly images: number;
  /** Records whose images would have to be paid for: `client.cdrs.collect(cdrId)`. */
  readonly notCollected: readonly MetRecord[];
  /** The page's path in the folder; absent if it was not written. */
  readonly page?: string;
  /**
   * The path of the form for a person to complete and sign; absent if it was not written. With it, the
   * folder is a finished BagIt bag.
   */
  readonly declaration?: string;
  /** The manifest as the run left it. */
  readonly manifest: {
    /** How many lines it has. */
    readonly lines: number;
    /** SHA-256 of the last line. */
    readonly head: string;
  };
}

const PAGE = 'dossier.html';

/** One dossier in its folder. */
class Dossier {
  readonly #settings: DossierSettings;
  readonly #state: ManifestState;
  readonly #appender: Appender;
  readonly #writer: ManifestWriter;
  readonly #problems: ArchiveProblem[] = [];

  constructor(
    settings: DossierSettings,
    { state, faults }: OpenManifest,
    appender: Appender,
    writer: ManifestWriter,
  ) {
    this.#appender = appender;
    this.#settings = settings;
    this.#state = state;
    this.#writer = writer;
    this.#problems.push(...faults);
  }

  async write(): Promise<DossierReport> {
    const { digits, note, clock, vault } = this.#settings;
    const { page } = this.#state;
    if (page !== undefined) {
      const { records, problems } = await readRecords(vault, new Map());
      this.#problems.push(...problems);
      return this.#close(page, records, records.length);
    }
    if (this.#state.dossier === undefined) {
      const at = clock.now();
      await this.#writer.add({
        kind: 'dossier',
        at,
        phone: `+1${digits}`,
        ...(note !== undefined && { note }),
      });
    }
    const found = await findCandidates(this.#settings);
    this.#problems.push(...found.problems);
    const account = new Account(this.#state.account, undefined);
    const tools = { settings: this.#settings, account, writer: this.#writer };
    const problems = await takeCandidates(tools, found.candidates, await this.#taken());
    this.#problems.push(...problems);
    await this.#writer.flush();
    this.#settings.signal?.throwIfAborted();
    return this.#writePage(found);
  }

  /** The records that an interrupted run has taken. */
  async #taken(): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    const lines = recordLines(this.#settings.vault, () => undefined);
    for await (const { cdrId } of lines) taken.add(cdrId);
    return taken;
  }

  async #writePage(found: Found): Promise<DossierReport> {
    const { vault, clock } = this.#settings;
    const { records, problems } = await readRecords(vault, found.candidates);
    this.#problems.push(...problems);
    const names = [...new Set(records.map(({ cdr }) => cdr.organizationName))];
    const accounts = names.filter(isAccountName);
    const { archiveAccounts: archived } = found;
    for (const name of accounts) {
      if (archived.size === 0 || archived.has(name)) continue;
      const its = `the archive is of ${[...archived].join(', ')}, the key of ${name}`;
      const message = `${its}: another account, or its new name`;
      this.#problems.push({ kind: 'other_account', message });
    }
    this.#settings.onProgress({
      step: 'page',
      found: found.candidates.size,
      records: records.length,
      requests: 0,
    });
    const at = clock.now();
    const text = dossierPage({
      settings: this.#settings,
      records,
      accounts: accounts.length > 0 ? accounts : names,
      found,
      problems: this.#problems,
      at,
      lines: this.#state.lines,
      head: this.#state.head,
    });
    const bytes = new TextEncoder().encode(text);
    const { file, aside } = await storeFile(vault, { path: PAGE, bytes, contentType: 'text/html' });
    await this.#writer.add({ kind: 'file', at, file, ...(aside.length > 0 && { aside }) });
    await this.#writer.flush();
    return this.#close(file.path, records, found.candidates.size);
  }

  async #close(
    page: string,
    records: readonly DossierRecord[],
    found: number,
  ): Promise<DossierReport> {
    const problem = await closeDossier(this.#settings, this.#appender);
    if (problem !== undefined) this.#problems.push(problem);
    const notCollected = records.flatMap(
      ({ cdr: { cdrId, domainId, createdAt, devMode }, line }) =>
        line.image === null && devMode !== true ? [{ cdrId, domainId, createdAt }] : [],
    );
    return {
      ok: this.#problems.length === 0,
      problems: this.#problems,
      found,
      records: records.length,
      images: records.filter(({ line }) => line.image !== null).length,
      notCollected,
      page: PAYLOAD + page,
      ...(problem === undefined && { declaration: DECLARATION }),
      manifest: { lines: this.#state.lines, head: this.#state.head },
    };
  }
}

function failed(problem: ArchiveProblem, state: ManifestState | undefined): DossierReport {
  const { lines = 0, head = '' } = state ?? {};
  const counts = { found: 0, records: 0, images: 0, notCollected: [] };
  return { ok: false, problems: [problem], ...counts, manifest: { lines, head } };
}

/**
 * Writes what is known about a phone number into a new folder: the records that may be about it, their
 * images, a manifest, `data/dossier.html`, one page for a lawyer to read and print, and
 * `declaration.html`, a form for a person to complete and sign. For each record, the page states what it
 * contains and what it does not, without judging. The folder is a BagIt bag (RFC 8493): the evidence is
 * in `data/`, which `verifyArchive(folderVault('case/data'))` reads. The dossier never collects:
 * for a record that is not collected, it has only the text, and the report lists the record. After an
 * interrupted run, the same call continues.
 *
 * With `null` as the client, only the `archive` is searched, and nothing is sent.
 *
 * If a record or a search fails, that is a problem in the report and on the page, and the run
 * continues.
 *
 * @throws `InvalidInputError` naming each invalid option, or if the folder holds something else, or if
 * the client has no key.
 * @example
 * ```ts
 * const report = await writeDossier(client, {
 *   phone: '(415) 555-0123',
 *   folder: 'case-25-0147',
 *   keys: ['lead_phone'],
 *   note: '25-cv-0147',
 * });
 * for (const { cdrId } of report.notCollected) console.warn('no image of', cdrId);
 * ```
 */
export async function writeDossier(
  client: ArchiveClient | null,
  options: WriteDossierOptions,
): Promise<DossierReport> {
  const settings = dossierSettings(client, options);
  let state: ManifestState | undefined;
  const { vault, signal } = settings;
  const work = async (): Promise<DossierReport> => {
    const log = manifestLog(vault);
    const found = await inVault(() => openManifest(vault, log));
    await inVault(() => checkFolder(found, settings));
    const opened = await inVault(() => openForWriting(vault, log));
    state = opened.state;
    const appender = plainAppender(log, state);
    const writer = new ManifestWriter(appender);
    try {
      return await new Dossier(settings, opened, appender, writer).write();
    } finally {
      await writer.flush().catch(() => undefined); // or it would write on without the lock
    }
  };
  return inLock(vault, work, (error) => {
    const isAborted = error instanceof AbortError || signal?.aborted === true;
    return failed(problemOf(error, {}, isAborted ? 'aborted' : undefined), state);
  });
}

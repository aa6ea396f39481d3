import { identifierProblem } from '../contract/path.ts';
import { isApiError } from '../errors/api-error.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import { clockKind, nonEmptyText, required, saidBy, signalKind, text } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { Slots } from '../platform/slots.ts';
import { Account, OtherAccount } from './account.ts';
import type { ArchiveClient } from './archive-client.ts';
import { ArchiveSession } from './archive-session.ts';
import { claimOnce } from './claim-once.ts';
import { discardFiles } from './discard-files.ts';
import { erasurePath } from './erasure-note.ts';
import { loosePath, putLoose } from './loose-lines.ts';
import { manifestLog } from './open-log.ts';
import { clientIssues, vaultKind } from './option-kinds.ts';
import { notTaken } from './problem-of.ts';
import { refuseDossierFolder } from './refuse-dossier.ts';
import type { Members } from './stranger-data.ts';
import { type TakenRecord, type TakeTools, takeRecord } from './take-record.ts';
import type { Vault } from './vault.ts';
import { claimVault, vaultFacts } from './vault-facts.ts';
import { ManifestFailure, VaultFailure } from './vault-failure.ts';

/** Options of {@link archiveRecord}. */
export interface ArchiveRecordOptions {
  /** Where the archive is stored; see {@link ArchiveEvidenceOptions.vault}. */
  readonly vault: Vault;
  /** The record. */
  readonly cdrId: string;
  /**
   * The file of the index; see {@link ArchiveEvidenceOptions.index}. Without it, a vault that is no folder
   * is not searched: a record that a run has gathered is read once more, and answered with `archived`.
   */
  readonly index?: string | undefined;
  /** The current name of the account; see {@link ArchiveEvidenceOptions.organizationName}. */
  readonly organizationName?: string | undefined;
  /** Ends the call. It rejects with an `AbortError`. */
  readonly signal?: WebAbortSignal | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The result of {@link archiveRecord}. */
export interface ArchivedRecord {
  /** The record. */
  readonly cdrId: string;
  /**
   * - `archived`: it is in the vault now. `known`: it was there before.
   * - `not_collected`: its image would have to be paid for. The archive never collects.
   * - `dev_mode`: a Dev Mode capture, whose image is never downloadable.
   * - `gone`: the service flagged it as invalid (`410 CDR_INVALID`).
   * - `erased`: it was erased from the vault, and was not read again.
   */
  readonly state: 'archived' | 'known' | 'not_collected' | 'dev_mode' | 'gone' | 'erased';
}

const NAME_MAX_CHARS = 1_000;

const OPTIONS = (): OptionTable<ArchiveRecordOptions> => ({
  vault: required(vaultKind()),
  cdrId: required(saidBy('the identifier of a record', identifierProblem)),
  index: nonEmptyText,
  organizationName: text(0, NAME_MAX_CHARS),
  signal: signalKind,
  clock: clockKind,
});

type State = ArchivedRecord['state'];

/** What the call is about, with its defaults filled in. */
interface Job extends ArchiveRecordOptions {
  readonly client: ArchiveClient;
  readonly clock: Clock;
}

/** Reads the record and stores its files; a state of the record that is no failure is returned. */
async function take(
  { client, vault, cdrId, organizationName, signal, clock }: Job,
  account: string | undefined,
  claim: NonNullable<TakeTools['claim']>,
): Promise<TakenRecord | State> {
  const requests = new Slots(1);
  const own = new Account(account, organizationName);
  try {
    return await takeRecord({ client, vault, account: own, claim, clock, requests, signal }, cdrId);
  } catch (error) {
    if (isApiError(error, 'CDR_INVALID')) return 'gone';
    const state = notTaken(error);
    if (state === undefined) throw error;
    return state;
  }
}

/** Appends the line to the manifest, among other processes. */
async function inManifest(job: Job): Promise<State> {
  const { vault, cdrId, organizationName } = job;
  const session = await ArchiveSession.open({ ...job, index: job.index }, false);
  try {
    const [fault] = session.faults;
    if (fault !== undefined) {
      throw new Error(`${fault.path}: ${fault.message}; run archiveEvidence and verifyArchive`);
    }
    const found = session.index.stateOf(cdrId);
    if (found !== undefined) return found === 'erased' ? 'erased' : 'known';
    const taken = await take(job, session.state.account, claimOnce(session, organizationName));
    if (typeof taken === 'string') return taken;
    session.describe(cdrId, taken.cdr as unknown as Members);
    const results = await session.inTurn((append) => append(taken.lines));
    const result = results[taken.lines.findIndex(({ kind }) => kind === undefined)];
    if (result === 'durable') return 'archived';
    await discardFiles(session, cdrId, taken.made);
    return (await vault.has(erasurePath(cdrId))) ? 'erased' : 'known';
  } finally {
    session.close();
  }
}

/** Whether the manifest lists the record, as far as an index says so. */
async function listed({ vault, cdrId, index, clock }: Job): Promise<boolean> {
  if (index === undefined) return false;
  const session = await ArchiveSession.open({ vault, index, clock }, false);
  try {
    return session.index.stateOf(cdrId) !== undefined;
  } finally {
    session.close();
  }
}

/** Stores the line as a file of its own, which a later run gathers. */
async function onItsOwn(job: Job): Promise<State> {
  const { vault, cdrId, organizationName } = job;
  const facts = await vaultFacts(vault);
  if (await vault.has(loosePath(cdrId))) return 'known';
  if (await listed(job)) return 'known';
  if (facts === undefined) await manifestLog(vault).begin();
  const claim = async (name: unknown) => (await claimVault(vault, name, organizationName)).file;
  const taken = await take(job, facts?.organizationName, claim);
  if (typeof taken === 'string') return taken;
  const line = taken.lines.find((each) => each.kind === undefined);
  if (line === undefined) throw new Error('a record without a line');
  return (await putLoose(vault, line)) === 'kept' ? 'archived' : 'known';
}

/**
 * Copies the evidence of one collected record to the vault, as a job of a queue: it can be repeated, any
 * number of processes can do so at once, and `archiveEvidence` can run meanwhile. When it resolves, the
 * record, its image and its line are durable. It never collects. It takes two requests.
 *
 * @throws `InvalidInputError` naming each invalid option, or `vault` if the vault is another account's or
 * of a newer layout; the error of the call, also for a 404, since a record that is not rendered yet is
 * `NOT_FOUND` too (spec §4.3); the vault's own error. `jobOutcome` says what a worker does with each.
 * @example
 * ```ts
 * try {
 *   const { state } = await archiveRecord(client, { vault: folderVault('evidence'), cdrId });
 *   console.log(cdrId, state);
 * } catch (error) {
 *   const outcome = jobOutcome(error);
 *   console.log(cdrId, outcome.kind); // 'retry', 'drop' or 'stop'
 * }
 * ```
 */
export async function archiveRecord(
  client: ArchiveClient,
  options: ArchiveRecordOptions,
): Promise<ArchivedRecord> {
  const given = checkedOptions(OPTIONS, options, { also: () => clientIssues(client) });
  const job: Job = { ...given, client, clock: given.clock ?? systemClock };
  const { vault, cdrId } = job;
  try {
    await refuseDossierFolder(vault);
    if (await vault.has(erasurePath(cdrId))) return { cdrId, state: 'erased' };
    const isShared = vault.growing !== undefined && vault.lock !== undefined;
    return { cdrId, state: await (isShared ? inManifest(job) : onItsOwn(job)) };
  } catch (error) {
    if (error instanceof OtherAccount) throw invalidInput('vault', error.message);
    throw error instanceof VaultFailure || error instanceof ManifestFailure ? error.cause : error;
  }
}

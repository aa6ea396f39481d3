import { listedNames } from '../../contract/listed-names.ts';
import { isConsentEvidenceError } from '../../errors/consent-evidence-error.ts';
import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import { Slots } from '../../platform/slots.ts';
import { allDone } from './all-done.ts';
import { OwnRecords } from './own-records.ts';
import { DomainWalk, type ReconcileRun } from './reconcile-domain.ts';
import {
  type CheckedReconcile,
  checkReconcile,
  type ReconcileClient,
  type ReconcileOptions,
  type ReconcileProblem,
  type ReconcileReport,
} from './reconcile-options.ts';
import { LeaseLost, RunLease } from './run-lease.ts';
import type { ReconcileMark, WebhookInbox } from './webhook-inbox.ts';

const REQUESTS_AT_ONCE = 8;
const PROBLEMS_MAX = 100;

/** Processes the domains, eight in parallel. Returns what the inbox threw on some of them. */
async function walkAll(
  run: ReconcileRun,
  domainIds: readonly string[],
  marks: ReadonlyMap<string, ReconcileMark>,
): Promise<unknown[]> {
  const rest = [...domainIds];
  const failures: unknown[] = [];
  async function work(): Promise<void> {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
      try {
        await new DomainWalk(run, id, marks.get(id)).walk();
      } catch (error) {
        // A job that cannot be enqueued must not hold up the other domains. A failing service would
        // fail them too.
        const isTheirs =
          isConsentEvidenceError(error) ||
          error instanceof LeaseLost ||
          run.options.signal?.aborted === true;
        if (isTheirs) rest.length = 0;
        if (isTheirs) throw error;
        failures.push(error);
      }
    }
  }
  await allDone(Array.from({ length: REQUESTS_AT_ONCE }, work));
  return failures;
}

/** The lists of a run, from the first to the last. */
async function run(
  client: ReconcileClient,
  inbox: WebhookInbox,
  options: CheckedReconcile,
  lease: RunLease,
): Promise<ReconcileReport> {
  const { signal, domains: given } = options;
  const listed = listedNames(given === undefined ? await client.domains.list({ signal }) : []);
  const domainIds = given === undefined ? listed.names : [...new Set(given)];
  const problems: ReconcileProblem[] = [];
  const leaveOut = (problem: ReconcileProblem): void => {
    if (problems.length < PROBLEMS_MAX) problems.push(problem);
  };
  for (const { name, message } of listed.odd) leaveOut({ domainId: name, message });
  const isOurs = (mark: ReconcileMark) => mark.acknowledged === (options.acknowledged === true);
  const all = await inbox.marks();
  const marks = new Map(all.filter(isOurs).map((mark) => [mark.domainId, mark]));
  const slots = new Slots(REQUESTS_AT_ONCE);
  const readEach = options.readEach === true;
  const own = new OwnRecords({ client, slots, signal, readEach, domains: domainIds.length });
  const count = { seen: 0, taken: 0, domainsDone: 0 };
  const domains = domainIds.length;
  const tell = (): void => {
    const { received } = own;
    void ignoringErrors(() => options.onProgress?.({ ...count, received, domains }));
  };
  const report = (): ReconcileReport => {
    const { seen, taken } = count;
    return { seen, taken, received: own.received, ...(problems.length > 0 && { problems }) };
  };
  const shared = { client, inbox, options, slots, lease, own, count, tell, leaveOut };
  try {
    const failures = await walkAll(shared, domainIds, marks);
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) {
      throw new AggregateError(failures, `the inbox failed on ${failures.length} domains`);
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    return { ...report(), skipped: 'running' };
  }
  return report();
}

/**
 * Enqueues records that no webhook delivered: those that were captured for this account, are not in
 * the inbox and were not acknowledged. It is safe on any number of machines at the same time,
 * together with running receivers, even if a process dies: each record is saved by its unique
 * `cdrId`, in one transaction with its job. Run it every few minutes, with `everyMs`: then one
 * machine at a time does the work, and the others return with `skipped`.
 *
 * It continues from marks that it saves in the inbox after each page, oldest first. The first run
 * of a domain, and an earlier `since`, go back page by page from the newest record. When it is up
 * to date, it costs one request for each domain and one for their list. It makes at most 8 requests
 * at a time. Records younger than `olderThanMs` are left out. So are those that another
 * organization shared with this one (`guest`), for which there is no event. No list identifies
 * these, so missed records are read: all of them, or a sample if there are many (`readEach`).
 *
 * @throws `InvalidInputError` for an invalid option; anything that the client throws; what the
 * inbox or its `enqueue` threw, as an `AggregateError` if several domains failed. What was taken
 * stays taken, and the next call continues. A name in the service's lists that no request can carry
 * is no error: it is among the report's `problems`, and the rest is done.
 * @example
 * ```ts
 * const since = Date.parse('2026-01-01');
 * const { seen, taken } = await reconcile(client, inbox, { since, everyMs: 600_000 });
 * console.log(`${taken} of ${seen} records had not been announced`);
 * ```
 */
export async function reconcile(
  client: ReconcileClient,
  inbox: WebhookInbox,
  options: ReconcileOptions,
): Promise<ReconcileReport> {
  const checked = checkReconcile(inbox, options);
  const { signal } = checked;
  if (signal?.aborted === true) throw signal.reason;
  const lease = await RunLease.begin(inbox, checked);
  if (typeof lease === 'string') return { seen: 0, taken: 0, received: 0, skipped: lease };
  let report: ReconcileReport;
  try {
    report = await run(client, inbox, checked, lease);
  } catch (error) {
    await lease.giveUp();
    throw error;
  }
  if (report.skipped === undefined) await lease.endWhole();
  return report;
}

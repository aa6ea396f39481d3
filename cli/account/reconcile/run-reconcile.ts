import type {
  ReconcileProblem,
  ReconcileProgress,
  WebhookInbox,
} from '../../../src/webhooks/index.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { count, table } from '../../output/report-text.ts';
import type { AccountFlags } from '../account-flags.ts';
import { openAccount } from '../open-account.ts';
import { warnOfDomains } from '../warn-of-domains.ts';

/** Flags of `consent-evidence reconcile`. */
export interface ReconcileFlags extends AccountFlags {
  readonly since: number;
  readonly olderThanMinutes: number;
  readonly domain?: readonly string[];
}

/** The maximum number of records listed; the rest are only counted. */
const NAMED_MAX = 10_000;
const MINUTE_MS = 60_000;

interface Missed {
  readonly cdrId: string;
  readonly domainId: string;
}

type Client = Awaited<ReturnType<typeof openAccount>>['client'];

const NOTHING: ReconcileProgress = { seen: 0, taken: 0, received: 0, domainsDone: 0, domains: 0 };

/** What a search of the account's lists found. */
interface Search {
  /** The first of the missed records. */
  readonly missed: readonly Missed[];
  readonly missedCount: number;
  /** What could not be asked for. */
  readonly problems: readonly ReconcileProblem[];
  /** How far the search got. */
  readonly reached: ReconcileProgress;
}

async function search(client: Client, flags: ReconcileFlags, work: Work): Promise<Search> {
  const { signal, progress, now } = work;
  const { reconcile } = await import('../../../src/webhooks/index.ts');
  const missed: Missed[] = [];
  let missedCount = 0;
  let reached = NOTHING;
  const inbox: WebhookInbox = {
    // Nothing is delivered here, so nothing is stored: the next run lists the same records again.
    take: async ({ cdrId, domainId = '' }) => {
      missedCount += 1;
      if (missed.length < NAMED_MAX) missed.push({ cdrId, domainId });
      return 'new';
    },
    known: async () => [],
    marks: async () => [],
    keepMark: async () => undefined,
  };
  const options = {
    since: flags.since,
    domains: flags.domain,
    signal,
    clock: { now },
    olderThanMs: flags.olderThanMinutes * MINUTE_MS,
    onProgress: (each: ReconcileProgress) => {
      reached = each;
      const { domainsDone, domains, seen } = each;
      progress.show(`${domainsDone} of ${domains} domains, ${seen} records, ${missedCount} missed`);
    },
  };
  const report = await reconcile(client, inbox, options).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return undefined;
  });
  return { missed, missedCount, reached, problems: report?.problems ?? [] };
}

async function find(flags: ReconcileFlags, work: Work): Promise<Finding> {
  const { client, shown } = await openAccount(flags, process.env);
  work.progress.show('reading the lists');
  await warnOfDomains(client, flags.domain, work);
  const { missed, missedCount, reached, problems } = await search(client, flags, work);
  const { seen, received, domainsDone, domains } = reached;
  const interrupted = work.signal.aborted;
  const since = new Date(flags.since).toISOString();
  const rows = missed.map(({ cdrId, domainId }) => [domainId, cdrId]);
  const text = [
    ...(rows.length > 0 ? [table(['DOMAIN', 'RECORD'], rows), ''] : []),
    `${count(missedCount, 'record')} since ${since} for which no webhook arrived`,
    ...(missedCount > missed.length ? [`the first ${missed.length} are listed`] : []),
    ...problems.map(({ message }) => `problem  ${message}`),
    ...(interrupted
      ? [`interrupted: ${domainsDone} of ${domains} domains are complete; nothing was saved`]
      : []),
  ].join('\n');
  const counts = { seen, received, domainsDone, domains, missedCount };
  const data = { ...shown, since, interrupted, ...counts, missed, problems };
  return { ok: missedCount === 0 && problems.length === 0 && !interrupted, data, text };
}

/** Lists the records for which no webhook arrived. */
export async function runReconcile(flags: ReconcileFlags): Promise<void> {
  const names = { since: '--since', domains: '--domain', olderThanMs: '--older-than-minutes' };
  await inFlags(names, () => act('reconcile', flags.json, (work) => find(flags, work)));
}

import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import type { CheckedReconcile } from './reconcile-options.ts';
import type { WebhookInbox } from './webhook-inbox.ts';

/** How long the lease of a killed run keeps others out. A run that lives renews it. */
const LEASE_MS = 5 * 60_000;

/** Another run took over, because this one was silent for longer than its lease. */
export class LeaseLost extends Error {}

/** Names what a run looks for: its two flags, and the digest of the domains if it has a list of them. */
async function nameOf({ acknowledged, readEach, domains }: CheckedReconcile): Promise<string> {
  const flags = `${acknowledged === true ? 'a' : ''}${readEach === true ? 'r' : ''}:`;
  if (domains === undefined) return flags;
  const bytes = new TextEncoder().encode(JSON.stringify([...domains].sort()));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'));
  return `${flags}${hex.join('')}`;
}

/**
 * Keeps other reconciliations out that look for the same. It only saves requests: without it, and
 * with clocks that differ, nothing is enqueued twice or lost.
 */
export class RunLease {
  readonly #inbox: WebhookInbox;
  readonly #options: CheckedReconcile;
  readonly #name: string;
  readonly #holder = crypto.randomUUID();
  #renewedAt = Number.NEGATIVE_INFINITY;

  private constructor(inbox: WebhookInbox, options: CheckedReconcile, name: string) {
    this.#inbox = inbox;
    this.#options = options;
    this.#name = name;
  }

  /** Takes the lease; otherwise returns what keeps this run from it. */
  static async begin(
    inbox: WebhookInbox,
    options: CheckedReconcile,
  ): Promise<RunLease | 'running' | 'recent'> {
    const lease = new RunLease(inbox, options, await nameOf(options));
    const taken = await lease.#take(LEASE_MS);
    return taken === 'taken' ? lease : taken;
  }

  /** Renews the lease when much of it is over. @throws `LeaseLost` */
  async renew(): Promise<void> {
    if (this.#options.now() - this.#renewedAt < LEASE_MS / 2) return;
    if ((await this.#take(LEASE_MS)) !== 'taken') throw new LeaseLost();
  }

  /**
   * Ends the lease after a whole run, but for the time in which no other is to follow. If it cannot be
   * ended, it ends by itself: what was done is done.
   */
  async endWhole(): Promise<void> {
    await ignoringErrors(() => this.#take(this.#options.everyMs, true));
  }

  /** Ends the lease, so that another run can go on at once. */
  async giveUp(): Promise<void> {
    await ignoringErrors(() => this.#take(0));
  }

  async #take(lastsMs: number, isDone = false): Promise<'taken' | 'running' | 'recent'> {
    const { everyMs, since } = this.#options;
    const now = this.#options.now();
    this.#renewedAt = now;
    // A right clock makes none that lasts longer; two right ones differ by less than a lease.
    const latest = now + Math.max(LEASE_MS, everyMs) + LEASE_MS;
    const lease = { name: this.#name, holder: this.#holder, now, until: now + lastsMs };
    return (await this.#inbox.leaseRun?.({ ...lease, latest, since, isDone })) ?? 'taken';
  }
}

import type { Clock } from '../clock.ts';
import type { CdrListEntry } from '../contract/cdr.ts';
import { PAGE_SIZE_MAX } from '../contract/limits.ts';
import type { WebAbortSignal } from '../platform.ts';
import { Slots } from '../slots.ts';
import { allDone } from './all-done.ts';
import { checkCutoff, checkSince } from './since.ts';

/** The part of a client that is used: a `ConsentEvidence` fits. */
export interface UnacknowledgedCdrsClient {
  /** `client.domains`. */
  readonly domains: {
    list(options?: { signal?: WebAbortSignal | undefined }): PromiseLike<readonly string[]>;
  };
  /** `client.cdrs`. */
  readonly cdrs: {
    list(
      domainId: string,
      options: { order: 'desc'; pageSize: number; signal?: WebAbortSignal | undefined },
    ): AsyncIterable<CdrListEntry>;
  };
}

/** Which records {@link unacknowledgedCdrs} looks through. */
export interface UnacknowledgedCdrsOptions {
  /** One domain; default: all of the organization's domains. */
  domainId?: string | undefined;
  /** Unix milliseconds or a `Date`: records with an earlier `createdAt` are not looked at. */
  since: number | Date;
  /**
   * Younger records are skipped: their event may still be on its way. Milliseconds; default: 0. An
   * hour, 3,600,000, is how long the service sends an event again (spec §6.3).
   */
  olderThanMs?: number | undefined;
  /** The present, for `olderThanMs`; default: real time. */
  clock?: Pick<Clock, 'now'> | undefined;
  /** Ends the walk. */
  signal?: WebAbortSignal | undefined;
}

/** So many domains are asked for their first page side by side. */
const REQUESTS_AT_ONCE = 8;

/** A walk over one domain, newest first, and the entry it stands on. */
interface Walk {
  readonly entries: AsyncIterator<CdrListEntry>;
  head?: CdrListEntry | undefined;
}

/** From when to when records are looked at, both included. */
interface Period {
  readonly since: number;
  readonly cutoff: number;
}

/** Continues to the next entry without an acknowledgement; past the last one there is no head. */
async function advance(walk: Walk, { since, cutoff }: Period): Promise<void> {
  for (;;) {
    const next = await walk.entries.next();
    const entry = next.done === true || next.value.createdAt < since ? undefined : next.value;
    walk.head = entry;
    if (entry === undefined) return;
    if (entry.webhookSuccessfullySentAt === undefined && entry.createdAt <= cutoff) return;
  }
}

function newest(walks: readonly Walk[]): Walk | undefined {
  return walks
    .filter(({ head }) => head !== undefined)
    .reduce<Walk | undefined>((best, walk) => {
      return (walk.head?.createdAt ?? 0) > (best?.head?.createdAt ?? -Infinity) ? walk : best;
    }, undefined);
}

/** Without `olderThanMs`, however young, also by a clock that is behind. */
function cutoffOf({ olderThanMs, clock }: UnacknowledgedCdrsOptions): number {
  return olderThanMs === undefined ? Number.POSITIVE_INFINITY : checkCutoff(olderThanMs, clock);
}

/**
 * Records that no webhook acknowledged, newest first over all domains: what the service gave up on
 * after its hour (spec §6.3), and what it never had to send.
 *
 * It looks only: handle them by `cdrId`, and once, for a record stays among them after it was handled
 * (the webhook alone marks it), and one whose event arrives late is both here and there. An inbox and
 * {@link reconcile} see to both.
 *
 * Records that were received from another organization are among them, for no event is documented for
 * those, and a list entry does not tell them apart: `cdrs.get` does, by `guest`. The first pages of all
 * domains are asked for at the beginning, 8 at most side by side.
 *
 * @throws `InvalidInputError` for a `since` that is no instant, or a bad `olderThanMs`; whatever the
 * client throws.
 * @example
 * ```ts
 * const since = Date.now() - 2 * 86_400_000;
 * const late = unacknowledgedCdrs(client, { since, olderThanMs: 3_600_000 });
 * for await (const { cdrId } of late) await queue.add(cdrId);
 * ```
 */
export async function* unacknowledgedCdrs(
  client: UnacknowledgedCdrsClient,
  options: UnacknowledgedCdrsOptions,
): AsyncGenerator<CdrListEntry, void, undefined> {
  const { domainId, signal } = options;
  const since = checkSince(options.since);
  const period = { since, cutoff: cutoffOf(options) };
  const domainIds = domainId === undefined ? await client.domains.list({ signal }) : [domainId];
  const walks = domainIds.map((id): Walk => {
    const list = client.cdrs.list(id, { order: 'desc', pageSize: PAGE_SIZE_MAX, signal });
    return { entries: list[Symbol.asyncIterator]() };
  });
  const slots = new Slots(REQUESTS_AT_ONCE);
  try {
    await allDone(walks.map((walk) => slots.run(() => advance(walk, period))));
    for (let walk = newest(walks); walk?.head !== undefined; walk = newest(walks)) {
      yield walk.head;
      await advance(walk, period);
    }
  } finally {
    await Promise.all(walks.map(async ({ entries }) => entries.return?.()));
  }
}

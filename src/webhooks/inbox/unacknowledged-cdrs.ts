import type { CdrListEntry } from '../../contract/cdr.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { listedNames } from '../../contract/listed-names.ts';
import { checkedOptions } from '../../errors/checked-options.ts';
import { refuseOddDomains } from '../../errors/odd-domains.ts';
import {
  amountOf,
  instant,
  nonEmptyText,
  objectWith,
  required,
  signalKind,
} from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import type { Clock } from '../../platform/clock.ts';
import type { WebAbortSignal } from '../../platform/platform.ts';
import { Slots } from '../../platform/slots.ts';
import { allDone } from './all-done.ts';

/** The part of a client that is used; a `ConsentEvidence` fits. */
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
  /** One domain. Default: all of the organization's domains. */
  domainId?: string | undefined;
  /** Unix milliseconds or a `Date`: records with an earlier `createdAt` are ignored. */
  since: number | Date;
  /**
   * Younger records are skipped: their event may still be on its way. Milliseconds. Default: 0. The
   * service resends an event for an hour, 3,600,000 (spec §6.3).
   */
  olderThanMs?: number | undefined;
  /** The current time, for `olderThanMs`. Default: real time. */
  clock?: Pick<Clock, 'now'> | undefined;
  /** Stops the walk. */
  signal?: WebAbortSignal | undefined;
}

/** How many domains are asked for their first page in parallel. */
const REQUESTS_AT_ONCE = 8;

/** A walk over one domain, newest first, and its current entry. */
interface Walk {
  readonly entries: AsyncIterator<CdrListEntry>;
  head?: CdrListEntry | undefined;
}

/** The first and last `createdAt` to look at, both included. */
interface Period {
  readonly since: number;
  readonly cutoff: number;
}

/** Moves to the next unacknowledged entry; after the last one there is no head. */
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

const OPTIONS = (): OptionTable<UnacknowledgedCdrsOptions> => ({
  domainId: nonEmptyText,
  since: required(instant),
  olderThanMs: amountOf('milliseconds'),
  clock: objectWith('a clock: an object with now()', 'now'),
  signal: signalKind,
});

/** Without `olderThanMs`, no record is too young, even if the clock is behind. */
function periodOf({ since, olderThanMs, clock = Date }: UnacknowledgedCdrsOptions): Period {
  const cutoff = olderThanMs === undefined ? Infinity : clock.now() - olderThanMs;
  return { since: Number(since), cutoff };
}

/**
 * Yields records that no webhook acknowledged, newest first across all domains: those that the
 * service gave up on after its hour (spec §6.3), and those that it never had to send.
 *
 * It only reads. Handle the records by `cdrId`, and once: a record is listed even after you have
 * handled it, because only the webhook marks it, and one whose event arrives late comes both ways.
 * An inbox and {@link reconcile} take care of both.
 *
 * Records received from another organization are included, because no event is documented for them
 * and a list entry does not tell them apart; `cdrs.get` does, by `guest`. The first pages of all
 * domains are requested at the start, at most 8 in parallel.
 *
 * @throws `InvalidInputError` for a `since` that is not an instant, or a bad `olderThanMs`;
 * anything that the client throws; after the last entry, a `PaginationError` (`odd_domain`) if the
 * service lists a domain whose name no request can carry.
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
  const given = checkedOptions(OPTIONS, options);
  const { domainId, signal } = given;
  const period = periodOf(given);
  const listed = domainId === undefined ? await client.domains.list({ signal }) : undefined;
  const { names, odd } = listedNames(listed ?? []);
  const walks: Walk[] = [];
  for (const id of domainId === undefined ? names : [domainId]) {
    const query = { order: 'desc', pageSize: PAGE_SIZE_MAX, signal } as const;
    const list = await Promise.resolve(client.cdrs.list(id, query)); // a wrapper's promise
    walks.push({ entries: list[Symbol.asyncIterator]() });
  }
  const slots = new Slots(REQUESTS_AT_ONCE);
  try {
    await allDone(walks.map((walk) => slots.run(() => advance(walk, period))));
    for (let walk = newest(walks); walk?.head !== undefined; walk = newest(walks)) {
      yield walk.head;
      await advance(walk, period);
    }
    refuseOddDomains(odd);
  } finally {
    await Promise.all(walks.map(async ({ entries }) => entries.return?.()));
  }
}

import type { CdrListEntry } from '../contract/cdr.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';

/** The part of a client that is used: a `ConsentEvidence` fits. */
export interface UnacknowledgedCdrsClient {
  /** `client.domains`. */
  readonly domains: { list(): PromiseLike<readonly string[]> };
  /** `client.cdrs`. */
  readonly cdrs: {
    list(
      domainId: string,
      options: { order: 'desc'; pageSize: number },
    ): AsyncIterable<CdrListEntry>;
  };
}

/** Which records {@link unacknowledgedCdrs} looks through. */
export interface UnacknowledgedCdrsOptions {
  /** One domain; all of the organization's when left out. */
  domainId?: string | undefined;
  /** Unix milliseconds or a `Date`: records with an earlier `createdAt` are not looked at. */
  since: number | Date;
}

const PAGE_SIZE = 100;

/** A walk over one domain, newest first, and the entry it stands on. */
interface Walk {
  readonly entries: AsyncIterator<CdrListEntry>;
  head?: CdrListEntry | undefined;
}

/** Goes on to the next entry without an acknowledgement; past the last one there is no head. */
async function advance(walk: Walk, since: number): Promise<void> {
  for (;;) {
    const next = await walk.entries.next();
    walk.head = next.done || next.value.createdAt < since ? undefined : next.value;
    if (walk.head?.webhookSuccessfullySentAt === undefined) return;
  }
}

function newest(walks: readonly Walk[]): Walk | undefined {
  return walks
    .filter(({ head }) => head !== undefined)
    .reduce<Walk | undefined>((best, walk) => {
      return (walk.head?.createdAt ?? 0) > (best?.head?.createdAt ?? -Infinity) ? walk : best;
    }, undefined);
}

/**
 * Records that no webhook acknowledged, newest first over all domains: what the service gave up on
 * after its hour (spec §6.3), and what it never had to send. Handle them by `cdrId`.
 *
 * Young ones may still be on their way. Records that were received from another organization are
 * among them, for no event is documented for those, and a list entry does not tell them apart.
 *
 * @throws `InvalidInputError` for a `since` that is no instant; whatever the client throws.
 * @example
 * ```ts
 * const since = Date.now() - 2 * 86_400_000;
 * for await (const { cdrId } of unacknowledgedCdrs(client, { since })) await queue.add(cdrId);
 * ```
 */
export async function* unacknowledgedCdrs(
  client: UnacknowledgedCdrsClient,
  options: UnacknowledgedCdrsOptions,
): AsyncGenerator<CdrListEntry, void, undefined> {
  const since = Number(options.since);
  if (!Number.isFinite(since)) {
    throw invalidInput('since', 'expected Unix milliseconds or a valid Date');
  }
  const { domainId } = options;
  const domainIds = domainId === undefined ? await client.domains.list() : [domainId];
  const walks = domainIds.map((id): Walk => {
    const list = client.cdrs.list(id, { order: 'desc', pageSize: PAGE_SIZE });
    return { entries: list[Symbol.asyncIterator]() };
  });
  try {
    for (const walk of walks) await advance(walk, since);
    for (let walk = newest(walks); walk?.head !== undefined; walk = newest(walks)) {
      yield walk.head;
      await advance(walk, since);
    }
  } finally {
    await Promise.all(walks.map(async ({ entries }) => entries.return?.()));
  }
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CdrListEntry } from '../../src/contract/cdr.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import {
  type UnacknowledgedCdrsOptions,
  unacknowledgedCdrs,
} from '../../src/webhooks/inbox/unacknowledged-cdrs.ts';

function entry(cdrId: string, createdAt: number, acknowledgedAt?: number): CdrListEntry {
  return {
    cdrId,
    domainId: 'example.com',
    domain: 'example.com',
    createdAt,
    contentType: 'image/png',
    size: 1,
    collected: false,
    ...(acknowledgedAt === undefined ? {} : { webhookSuccessfullySentAt: acknowledgedAt }),
  };
}

/** Makes a client over fixed lists (newest first) that notes what it is asked for. */
function clientOf(lists: Record<string, CdrListEntry[]>) {
  const asked: string[] = [];
  const read: string[] = [];
  const ended: string[] = [];
  async function* walk(domainId: string): AsyncGenerator<CdrListEntry> {
    try {
      for (const item of lists[domainId] ?? []) {
        read.push(item.cdrId);
        yield item;
      }
    } finally {
      ended.push(domainId);
    }
  }
  return {
    asked,
    read,
    ended,
    domains: {
      list: async () => {
        asked.push('domains');
        return Object.keys(lists);
      },
    },
    cdrs: {
      list(domainId: string, options: object) {
        asked.push(`${domainId} ${JSON.stringify(options)}`);
        return walk(domainId);
      },
    },
  };
}

async function idsOf(client: ReturnType<typeof clientOf>, options: UnacknowledgedCdrsOptions) {
  const ids: string[] = [];
  for await (const { cdrId } of unacknowledgedCdrs(client, options)) ids.push(cdrId);
  return ids;
}

const lists = {
  'a.example': [entry('a9', 9), entry('a7', 7, 7), entry('a4', 4), entry('a1', 1), entry('a0', 0)],
  'b.example': [entry('b8', 8), entry('b4', 4), entry('b3', 3, 5)],
  'empty.example': [],
};

describe('unacknowledgedCdrs', () => {
  it('2.3: gives what no webhook acknowledged, newest first over all domains', async () => {
    const client = clientOf(lists);
    expect(await idsOf(client, { since: 1 })).toEqual(['a9', 'b8', 'a4', 'b4', 'a1']);
  });

  it('asks for the newest first, in full pages, and reads no further than `since`', async () => {
    const client = clientOf(lists);
    expect(await idsOf(client, { domainId: 'a.example', since: new Date(7) })).toEqual(['a9']);
    expect(client.asked).toEqual(['a.example {"order":"desc","pageSize":100}']);
    expect(client.read).toEqual(['a9', 'a7', 'a4']);
  });

  it('sends nothing until it is used', () => {
    const client = clientOf(lists);
    unacknowledgedCdrs(client, { since: 0 });
    expect(client.asked).toEqual([]);
  });

  it('ends every walk when its caller stops early', async () => {
    const client = clientOf(lists);
    for await (const { cdrId } of unacknowledgedCdrs(client, { since: 0 })) {
      expect(cdrId).toBe('a9');
      break;
    }
    expect(client.ended.toSorted()).toEqual(Object.keys(lists).toSorted());
  });

  it('lets an error of the client through, and ends the other walks', async () => {
    const client = clientOf(lists);
    const broken = new Error('page 2');
    const list = client.cdrs.list;
    client.cdrs.list = (domainId, options) => {
      if (domainId !== 'b.example') return list(domainId, options);
      return (async function* () {
        throw broken;
      })();
    };
    await expect(idsOf(client, { since: 0 })).rejects.toBe(broken);
    expect(client.ended).toContain('a.example');
  });

  it('passes over what is younger than `olderThanMs`, and over nothing else', async () => {
    const age = fc.nat({ max: 12 });
    await fc.assert(
      fc.asyncProperty(age, fc.nat({ max: 9 }), fc.nat({ max: 9 }), async (now, older, since) => {
        const options = { since, olderThanMs: older, clock: { now: () => now } };
        const wanted = [...lists['a.example'], ...lists['b.example']]
          .filter((each) => each.webhookSuccessfullySentAt === undefined)
          .filter(({ createdAt }) => createdAt >= since && now - createdAt >= older)
          .map(({ cdrId }) => cdrId);
        const found = await idsOf(clientOf(lists), options);
        expect(found.toSorted()).toEqual(wanted.toSorted());
      }),
    );
  });

  it('passes over nothing without `olderThanMs`, though our clock is behind', async () => {
    const options = { since: 0, clock: { now: () => 3 } };
    expect(await idsOf(clientOf(lists), options)).toContain('a9');
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %j as `olderThanMs` before anything is asked',
    async (olderThanMs) => {
      const client = clientOf(lists);
      const run = idsOf(client, { since: 0, olderThanMs });
      await expect(run).rejects.toMatchObject({ issues: [{ path: 'olderThanMs' }] });
      expect(client.asked).toEqual([]);
    },
  );

  it('asks for first pages side by side, 8 at most, and hands the signal on', async () => {
    const names = Array.from({ length: 20 }, (_, number) => `d${number}.example`);
    const client = clientOf(Object.fromEntries(names.map((name, at) => [name, [entry(name, at)]])));
    const { signal } = new AbortController();
    const signals = new Set<unknown>();
    const list = client.cdrs.list;
    let open = 0;
    let most = 0;
    client.cdrs.list = (domainId, options) => {
      signals.add((options as { signal?: unknown }).signal);
      return (async function* () {
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        open -= 1;
        yield* list(domainId, options);
      })();
    };
    expect(await idsOf(client, { since: 0, signal })).toEqual(names.toReversed());
    expect(most).toBe(8);
    expect(signals).toEqual(new Set([signal]));
  });

  it.each([Number.NaN, Number.NEGATIVE_INFINITY, new Date('never'), undefined])(
    'refuses %j as `since`: the walk would not end where the caller means',
    async (since) => {
      const run = idsOf(clientOf(lists), { since: since as number });
      await expect(run).rejects.toBeInstanceOf(InvalidInputError);
    },
  );
});

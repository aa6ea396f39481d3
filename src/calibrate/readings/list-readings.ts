import { entriesIn } from '../account.ts';
import { MADE_UP } from '../ask.ts';
import { differs, isAnswer, told } from '../finding.ts';
import { descends } from '../known-entries.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';
import type { Run } from '../run.ts';
import { commonPair } from './common-pair.ts';
import { keyCaseOf } from './key-case.ts';
import { longestTaken } from './longest-taken.ts';
import { tiesOf } from './ties.ts';
import { walkFiltered } from './walk-filtered.ts';

/** The longest key and value that are tried: the highest limits that the fake supports. */
const KEY_MAX = 10_000;
const VALUE_MAX = 100_000;

/** The odds, against full pages by coincidence, at which pages count as full. */
const SURE = 1e9;

/** Page sizes without a common divisor, so that one page says little about another. */
const PAGE_SIZES = [7, 5, 3];

async function measurePageFill(run: Run): Promise<'short' | 'full'> {
  const domainId = run.domain(13);
  const entries = run.account.entries.filter((each) => each.domainId === domainId);
  let odds = 1;
  for (const size of PAGE_SIZES) {
    // After each of these, more records follow than fit on the page.
    for (const { cdrId } of entries.slice(0, -size - 1)) {
      const query = { pageSize: String(size), pageToken: cdrId };
      const answer = await run.list(domainId, query);
      if (answer.data === undefined) notMeasured(`a page returned ${answer.status}`);
      const isMore = typeof answer.data['nextPageToken'] === 'string';
      if (isMore && entriesIn(answer).length < size) return 'short';
      if (isMore) odds *= size;
      if (odds >= SURE) return 'full';
    }
  }
  return notMeasured('too few records to be sure that pages are full');
}

/** Ten records are newest first by coincidence once in more than three million times. */
const ORDER_LEAST = 10;

/** Returns the pairs that many records of one domain have, of the largest domain with such pairs. */
function pairsInCommon(run: Run): { domainId: string; pairs: [key: string, value: string][] } {
  for (const domainId of run.domains(ORDER_LEAST)) {
    const entries = run.account.entries.filter((each) => each.domainId === domainId);
    const pairs = commonPair(entries, ORDER_LEAST);
    if (pairs.length > 0) return { domainId, pairs };
  }
  return notMeasured(`no metadata pair is common to ${ORDER_LEAST} records of a domain`);
}

/** Readings measured with lists. */
export const listReadings: ReadingRows<
  | 'pageFill'
  | 'metadataOrder'
  | 'listTies'
  | 'domainNotHeld'
  | 'emptyPageToken'
  | 'metadataKeyCase'
  | 'emptyMetadataKey'
  | 'emptyMetadataValue'
  | 'metadataMaxKeyLength'
  | 'metadataMaxValueLength'
> = {
  domainNotHeld: {
    tier: 1,
    asks: 'A list of a domain that does not exist.',
    reads: '200 without records: empty. 404 NOT_FOUND: notFound.',
    needs: 'nothing',
    cannotTell: 'only if there is no response',
    requests: 1,
    async measure(run) {
      const answer = await run.list(`${MADE_UP}.example`);
      if (isAnswer(answer, 404, 'NOT_FOUND')) return told('notFound');
      const cdrs = answer.data?.['cdrs'];
      return Array.isArray(cdrs) && cdrs.length === 0 ? told('empty') : differs(answer);
    },
  },
  emptyPageToken: {
    tier: 1,
    asks: 'A list with an empty pageToken.',
    reads: '200: absent. 400 INVALID_ARGUMENT: invalid.',
    needs: 'a domain with a record',
    cannotTell: 'without a domain',
    requests: 1,
    async measure(run) {
      const answer = await run.list(run.domain(), { pageToken: '' });
      if (isAnswer(answer, 400, 'INVALID_ARGUMENT')) return told('invalid');
      return answer.data === undefined ? differs(answer) : told('absent');
    },
  },
  metadataKeyCase: {
    tier: 1,
    asks: 'Lists by a metadata pair that records of a domain have, with the key as it is and in the other letter case.',
    reads: 'The same records: folded. None: exact.',
    needs: 'a record with a metadata key that has letters',
    cannotTell: 'without such a key, or if the record has the key in both letter cases',
    requests: 40,
    measure: (run) => keyCaseOf(run),
  },
  emptyMetadataKey: {
    tier: 1,
    asks: 'A list with an empty metadataKey and a metadataValue.',
    reads: '200: absent. 400 INVALID_ARGUMENT: invalid.',
    needs: 'a domain with a record',
    cannotTell: 'without a domain',
    requests: 1,
    async measure(run) {
      const answer = await run.list(run.domain(), { metadataKey: '', metadataValue: 'v' });
      if (isAnswer(answer, 400, 'INVALID_ARGUMENT')) return told('invalid');
      return answer.data === undefined ? differs(answer) : told('absent');
    },
  },
  emptyMetadataValue: {
    tier: 1,
    asks: 'A list with a metadataKey and an empty metadataValue.',
    reads: '400 INVALID_ARGUMENT: invalid. 200: empty.',
    needs: 'a domain with a record',
    cannotTell: 'without a domain',
    requests: 1,
    async measure(run) {
      const answer = await run.list(run.domain(), { metadataKey: 'k', metadataValue: '' });
      if (isAnswer(answer, 400, 'INVALID_ARGUMENT')) return told('invalid');
      return answer.data === undefined ? differs(answer) : told('empty');
    },
  },
  metadataMaxKeyLength: {
    tier: 1,
    asks: 'Lists with a metadataKey of 100 characters, of 101, and other lengths until the limit is found.',
    reads: 'The greatest length without 400 INVALID_ARGUMENT.',
    needs: 'a domain with a record',
    cannotTell: `if a proxy or server refuses the URL as too long first; beyond ${KEY_MAX} characters`,
    requests: 30,
    measure: (run) =>
      longestTaken({
        usual: 100,
        most: KEY_MAX,
        ask: (length) =>
          run.list(run.domain(), { metadataKey: 'k'.repeat(length), metadataValue: 'v' }),
      }),
  },
  metadataMaxValueLength: {
    tier: 1,
    asks: 'Lists with a metadataValue of 1,000 characters, of 1,001, and other lengths until the limit is found.',
    reads: 'The greatest length without 400 INVALID_ARGUMENT.',
    needs: 'a domain with a record',
    cannotTell: `if a proxy or server refuses the URL as too long first; beyond ${VALUE_MAX} characters`,
    requests: 34,
    measure: (run) =>
      longestTaken({
        usual: 1000,
        most: VALUE_MAX,
        ask: (length) =>
          run.list(run.domain(), { metadataKey: 'k', metadataValue: 'v'.repeat(length) }),
      }),
  },
  pageFill: {
    tier: 1,
    asks: 'Pages of 7, 5 and 3 records from many positions of a list.',
    reads:
      'At least one page with a nextPageToken has fewer records than requested: short. No such page: full.',
    needs: 'a domain with 13 records',
    cannotTell: 'with fewer records, because full pages could be a coincidence',
    requests: 40,
    measure: async (run) => told(await measurePageFill(run)),
  },
  metadataOrder: {
    tier: 1,
    asks: 'A list filtered by a metadata pair that many records of the domain have.',
    reads: 'Newest first: createdAt. Neither newest nor oldest first: shuffled.',
    needs: `${ORDER_LEAST} records with different createdAt that share one metadata pair`,
    cannotTell: 'with fewer, because their order could be a coincidence',
    requests: 60,
    async measure(run) {
      const { domainId, pairs } = pairsInCommon(run);
      for (const [key, value] of pairs) {
        const first = await run.list(domainId, { metadataKey: key, metadataValue: value });
        // Too long to index on this service.
        if (isAnswer(first, 400, 'INVALID_ARGUMENT')) continue;
        const found = await walkFiltered(run, domainId, key, value);
        const instants = [...new Set(found.map(({ createdAt }) => createdAt))];
        if (instants.length < ORDER_LEAST) continue;
        if (descends(found.map(({ createdAt }) => createdAt))) return told('createdAt');
        return descends(instants.toReversed())
          ? differs('the oldest come first')
          : told('shuffled');
      }
      return notMeasured(`no metadata pair is common to ${ORDER_LEAST} records and searchable`);
    },
  },
  listTies: {
    tier: 1,
    asks: 'A list in both orders, around records with the same createdAt.',
    reads:
      'Sorted by cdrId, and reversed in the other direction: cdrId. Any other order: shuffled.',
    needs: 'four records of one domain with the same createdAt, or several such groups',
    cannotTell: 'with fewer, because their order could be a coincidence',
    requests: 12,
    measure: (run) => tiesOf(run),
  },
};

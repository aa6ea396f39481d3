import { type Entry, entriesIn } from '../account.ts';
import { membersOf } from '../answer.ts';
import { differs, type Finding, holds, told } from '../finding.ts';
import { beginAlike } from '../known-entries.ts';
import { notMeasured } from '../not-measured.ts';
import { normalValue, pairsOf } from '../readings/common-pair.ts';
import { walkFiltered } from '../readings/walk-filtered.ts';
import type { Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';

const stated = rowsOf(1);

interface Found {
  readonly domainId: string;
  readonly key: string;
  /** The value as the record has it. */
  readonly value: string;
  readonly ids: readonly string[];
}

const TRIES_MAX = 8;

/** Returns the string members of an entry's metadata in `place`. */
function textsOf({ members }: Entry, place: string): [string, string][] {
  return Object.entries(membersOf(members[place]) ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' && key !== '' && value.trim() !== '' ? [[key, value]] : [],
  );
}

/** Returns a fitting pair that the service finds records by; tries the shortest first. */
async function findable(
  run: Run,
  fits: (value: string, key: string) => boolean,
  places: readonly string[] = ['customMetadata', 'autoMetadata'],
): Promise<Found> {
  const domainId = run.domain();
  const pairs = new Map<string, [string, string]>();
  for (const entry of run.account.entries.filter((each) => each.domainId === domainId)) {
    for (const pair of places.flatMap((place) => textsOf(entry, place))) {
      if (fits(pair[1], pair[0])) pairs.set(JSON.stringify(pair), pair);
    }
  }
  const shortest = [...pairs.values()].sort((a, b) => a.join().length - b.join().length);
  for (const [key, value] of shortest.slice(0, TRIES_MAX)) {
    const query = { metadataKey: key, metadataValue: value };
    // Too long to index on this service.
    if ((await run.list(domainId, query)).data === undefined) continue;
    const found = await walkFiltered(run, domainId, key, value);
    if (found.length > 0) return { domainId, key, value, ids: found.map(({ cdrId }) => cdrId) };
  }
  return notMeasured('no record of the sender has such metadata that is found by');
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join() === b.toSorted().join();

/** Checks that another spelling of a value finds the same records. */
async function sameFound(run: Run, found: Found, value: string): Promise<Finding> {
  const others = await walkFiltered(run, found.domainId, found.key, value);
  const ids = others.map(({ cdrId }) => cdrId);
  return holds(isSameSet(ids, found.ids), `${ids.length} records in place of ${found.ids.length}`);
}

/** Returns whether all entries have the pair. */
function allHave(entries: readonly Entry[], key: string, value: string): boolean {
  return entries.every((entry) =>
    pairsOf(entry, Infinity).some(
      ([name, text]) =>
        name.toLowerCase() === key.toLowerCase() && normalValue(text) === normalValue(value),
    ),
  );
}

const ASKS = 'Lists by a metadata pair that records of the domain have.';

/** Filtered lists (spec §4.2), checked with reads. */
export const metadataStatements = [
  stated('4.2', 'Only records with the pair are returned.', ASKS, async (run) => {
    const { domainId, key, value } = await findable(run, () => true);
    const found = await walkFiltered(run, domainId, key, value);
    return holds(allHave(found, key, value), 'records without the pair');
  }),
  stated('4.2', 'A value matches whatever its letter case.', ASKS, async (run) => {
    const found = await findable(run, (value) => /^[\x20-\x7e]*[a-z][\x20-\x7e]*$/.test(value));
    return sameFound(run, found, found.value.toUpperCase());
  }),
  stated('4.2', 'A value matches whatever its runs of white space.', ASKS, async (run) => {
    const found = await findable(run, (value) => /\S\s+\S/.test(value));
    return sameFound(run, found, ` ${found.value.replace(/\s+/g, '   ')} `);
  }),
  stated('4.2', 'A value matches as a whole, not in part.', ASKS, async (run) => {
    const { domainId, key, value } = await findable(run, (each) => each.trim().length > 2);
    const part = value.trim().slice(0, -1);
    const others = await walkFiltered(run, domainId, key, part);
    return holds(allHave(others, key, part), 'records whose value begins with it');
  }),
  stated('4.2', 'autoMetadata is searched as customMetadata is.', ASKS, async (run) => {
    const { ids } = await findable(run, () => true, ['autoMetadata']);
    return holds(ids.length > 0, 'no records');
  }),
  stated('4.2 rule 3', 'With metadataKey, order is ignored.', ASKS, async (run) => {
    const { domainId, key, value, ids } = await findable(run, () => true);
    if (ids.length < 3) notMeasured('too few records have one pair');
    const pair = { metadataKey: key, metadataValue: value, pageSize: '20' };
    const [plain, asc] = [
      await run.list(domainId, pair),
      await run.list(domainId, { ...pair, order: 'asc' }),
    ];
    const isAlike = beginAlike(run.account, entriesIn(plain), entriesIn(asc));
    if (isAlike === undefined) notMeasured('all records of a page are new');
    return holds(isAlike, 'another order');
  }),
  stated('4.2 rule 3', 'With metadataKey paging still works.', ASKS, async (run) => {
    const { domainId, key, value, ids } = await findable(run, () => true);
    if (ids.length < 3) notMeasured('too few records have one pair');
    const small = await walkFiltered(run, domainId, key, value, '7');
    const found = small.map(({ cdrId }) => cdrId);
    if (new Set(found).size !== found.length) return differs('a record came twice');
    return isSameSet(found, ids) ? told(undefined) : differs(`${found.length} of ${ids.length}`);
  }),
];

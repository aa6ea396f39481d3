import { RETENTION_MS } from '../../../src/contract/limits.ts';
import { hashText } from '../../ground/ids.ts';
import type { StoredCdr } from '../../world/entities.ts';
import type { Place } from '../../world/place.ts';
import type { World } from '../../world/world.ts';

/** A metadata pair, its value normalised (spec §4.2). */
export interface Filter {
  readonly key: string;
  readonly value: string;
}

/**
 * `createdAt`: by age, then by `cdrId`. `shuffledTies`: by age, with records of the same instant in
 * no particular order. `shuffled`: all in no particular order. See the readings `listTies` and
 * `metadataOrder`.
 */
export type ListOrder = 'createdAt' | 'shuffledTies' | 'shuffled';

/** One organization's list of one domain, and where in it the page starts. */
export interface List {
  readonly world: World;
  readonly organizationId: string;
  readonly domainId: string;
  readonly filter: Filter | undefined;
  readonly descending: boolean;
  readonly order: ListOrder;
  /** The record that the page starts after. */
  readonly after: StoredCdr | undefined;
  readonly now: number;
}

/** A page of valid records, with a token if the list continues. */
export interface Page {
  readonly cdrs: StoredCdr[];
  readonly nextPageToken: string | undefined;
}

/**
 * Returns the name of a list. What differs most comes first, because names are compared as text.
 */
function nameOf({ filter, domainId, organizationId }: List): string[] {
  const pair = filter === undefined ? [] : [filter.value, filter.key];
  return [...pair, domainId, organizationId];
}

/** Sorts after every `cdrId`. */
const AFTER_ALL_IDS = '\u{10ffff}';

/**
 * Yields the places after `after`, by age. Records past retention are at the old end: the walk
 * starts after them or stops before them.
 */
function* walkByAge(list: List, after: Place | undefined): Generator<Place> {
  const { world, descending, now } = list;
  const newestGone = now - RETENTION_MS;
  const oldest = descending ? undefined : { createdAt: newestGone, cdrId: AFTER_ALL_IDS };
  for (const place of world.lists.walk(nameOf(list), { after: after ?? oldest, descending })) {
    if (place.createdAt <= newestGone) return;
    yield place;
  }
}

/** A record's place in an order that means nothing but is the same on every page. */
type HashedPlace = Pick<Place, 'cdrId'> & { readonly place: number };

function compareHashed(a: HashedPlace, b: HashedPlace): number {
  return a.place - b.place || (a.cdrId < b.cdrId ? -1 : a.cdrId > b.cdrId ? 1 : 0);
}

/** Returns the ids after `after`, in the order of their hashes. */
function shuffle({ world }: List, places: Iterable<Place>, after: Place | undefined): string[] {
  const hashed = ({ cdrId }: Place): HashedPlace => {
    return { cdrId, place: hashText(cdrId + world.idSeed) };
  };
  const start = after && hashed(after);
  return [...places]
    .map(hashed)
    .filter((each) => start === undefined || compareHashed(each, start) > 0)
    .sort(compareHashed)
    .map(({ cdrId }) => cdrId);
}

/** Yields the ids after `after` by age, with those of the same instant shuffled. */
function* walkShuffledTies(list: List): Generator<string> {
  const { after, descending } = list;
  // Starts before the first record of the instant of `after`: the others can be anywhere in it.
  const begin = after && { ...after, cdrId: descending ? AFTER_ALL_IDS : '' };
  let ties: Place[] = [];
  const settle = (): string[] => {
    const [{ createdAt } = {}] = ties;
    return shuffle(list, ties, createdAt === after?.createdAt ? after : undefined);
  };
  for (const place of walkByAge(list, begin)) {
    if (ties[0] !== undefined && ties[0].createdAt !== place.createdAt) {
      yield* settle();
      ties = [];
    }
    ties.push(place);
  }
  yield* settle();
}

/** Yields the ids after `after` in the order of the list. */
function* walkIds(list: List): Generator<string> {
  const { order, after } = list;
  if (order === 'shuffled') yield* shuffle(list, walkByAge(list, undefined), after);
  else if (order === 'shuffledTies') yield* walkShuffledTies(list);
  else for (const { cdrId } of walkByAge(list, after)) yield cdrId;
}

function takePage(world: World, ids: Iterable<string>, pageSize: number): Page {
  const cdrs: StoredCdr[] = [];
  for (const cdrId of ids) {
    const cdr = world.cdrs.get(cdrId);
    if (cdr === undefined || cdr.invalid) continue;
    if (cdrs.length === pageSize) return { cdrs, nextPageToken: cdrs.at(-1)?.cdrId };
    cdrs.push(cdr);
  }
  return { cdrs, nextPageToken: undefined };
}

/** Returns up to `pageSize` valid records, with a token only if another one follows. */
export function fullPage(list: List, pageSize: number): Page {
  return takePage(list.world, walkIds(list), pageSize);
}

function matches(list: List, cdr: StoredCdr): boolean {
  return list.filter === undefined || list.world.lists.has(nameOf(list), cdr);
}

/**
 * Returns a page like that of a service that looks at a number of records and drops invalid ones
 * and those that do not match. The page can be short or even empty without being the last. It has a
 * token only if another match follows (spec §4.2 rule 4).
 */
export function shortPage(list: List, pageSize: number): Page {
  const { world } = list;
  const looks = 1 + (hashText(list.after?.cdrId ?? list.domainId) % pageSize);
  const cdrs: StoredCdr[] = [];
  let last: StoredCdr | undefined;
  let seen = 0;
  for (const cdrId of walkIds({ ...list, filter: undefined })) {
    const cdr = world.cdrs.get(cdrId);
    if (cdr === undefined) continue;
    if (seen === looks) break;
    seen += 1;
    last = cdr;
    if (!cdr.invalid && matches(list, cdr)) cdrs.push(cdr);
  }
  const isMore = fullPage({ ...list, after: last }, 1).cdrs.length > 0;
  return { cdrs, nextPageToken: isMore ? last?.cdrId : undefined };
}

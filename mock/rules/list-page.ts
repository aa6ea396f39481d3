import { RETENTION_MS } from '../../src/contract/limits.ts';
import type { StoredCdr } from '../entities.ts';
import { hashText } from '../ids.ts';
import type { World } from '../world.ts';

/** A metadata pair, its value normalised (spec §4.2). */
export interface Filter {
  readonly key: string;
  readonly value: string;
}

/** One organization's list of one domain, and where in it the page begins. */
export interface List {
  readonly world: World;
  readonly organizationId: string;
  readonly domainId: string;
  readonly filter: Filter | undefined;
  readonly descending: boolean;
  /** The record that the page begins behind. */
  readonly after: StoredCdr | undefined;
  readonly now: number;
}

/** A page of valid records, and a token where the list goes on. */
export interface Page {
  readonly cdrs: StoredCdr[];
  readonly nextPageToken: string | undefined;
}

/** The name of a list: what differs most comes first, for they are compared as texts. */
function nameOf({ filter, domainId, organizationId }: List): string[] {
  const pair = filter === undefined ? [] : [filter.value, filter.key];
  return [...pair, domainId, organizationId];
}

/** Sorts behind every `cdrId`. */
const AFTER_ALL_IDS = '\u{10ffff}';

/**
 * The ids behind `after` in the order of the list. What is past retention lies at the old end: it
 * is passed over by where the walk begins or ends.
 */
function* walkIds(list: List): Generator<string> {
  const { world, descending, after, now } = list;
  const newestGone = now - RETENTION_MS;
  const oldest = descending ? undefined : { createdAt: newestGone, cdrId: AFTER_ALL_IDS };
  for (const place of world.lists.walk(nameOf(list), { after: after ?? oldest, descending })) {
    if (place.createdAt <= newestGone) return;
    yield place.cdrId;
  }
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

/** `pageSize` valid records, and a token only where another one follows. */
export function fullPage(list: List, pageSize: number): Page {
  return takePage(list.world, walkIds(list), pageSize);
}

/** The matches in an order that is none, but the same on every page (spec §4.2 rule 3). */
function* walkShuffled(list: List): Generator<string> {
  const { world, after } = list;
  const placeOf = (cdrId: string): number => hashText(cdrId + world.idSeed);
  const places = [...walkIds({ ...list, after: undefined })]
    .map((cdrId) => ({ cdrId, place: placeOf(cdrId) }))
    .sort((a, b) => a.place - b.place || (a.cdrId < b.cdrId ? -1 : 1));
  const start = after && { cdrId: after.cdrId, place: placeOf(after.cdrId) };
  for (const { cdrId, place } of places) {
    const isBehind =
      start === undefined || place > start.place || (place === start.place && cdrId > start.cdrId);
    if (isBehind) yield cdrId;
  }
}

/** A full page of the matches in no particular order (spec §4.2 rule 3). */
export function shuffledPage(list: List, pageSize: number): Page {
  return takePage(list.world, walkShuffled(list), pageSize);
}

function matches(list: List, cdr: StoredCdr): boolean {
  return list.filter === undefined || list.world.lists.has(nameOf(list), cdr);
}

/**
 * A page as a service makes it that looks at a number of records and leaves out what does not
 * match or is invalid: short, sometimes empty, and still not the last (spec §4.2 rule 4).
 */
export function shortPage(list: List, pageSize: number): Page {
  const looks = 1 + (hashText(list.after?.cdrId ?? list.domainId) % pageSize);
  const seen: string[] = [];
  const cdrs: StoredCdr[] = [];
  for (const cdrId of walkIds({ ...list, filter: undefined })) {
    if (seen.length === looks) return { cdrs, nextPageToken: seen.at(-1) };
    seen.push(cdrId);
    const cdr = list.world.cdrs.get(cdrId);
    if (cdr !== undefined && !cdr.invalid && matches(list, cdr)) cdrs.push(cdr);
  }
  return { cdrs, nextPageToken: undefined };
}

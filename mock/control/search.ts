import { isForeign, normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import type { Engine } from '../engine/engine.ts';
import { shortToken } from '../ground/ids.ts';
import type { StoredCdr } from '../world/entities.ts';
import { instantOf, newestRecords } from './views/newest-records.ts';
import { foldText, maskedPhone, recordTerms } from './views/record-terms.ts';

/** What a search can find, in the order of its results if all else is equal. */
export const FOUND_KINDS = ['record', 'organization', 'token', 'request', 'delivery'] as const;

export type FoundKind = (typeof FOUND_KINDS)[number];

/** The field with the match, and its value; phone numbers are masked. */
export interface Matched {
  readonly field: string;
  readonly value: string;
}

/** One search result. */
export interface Found {
  readonly kind: FoundKind;
  readonly id: string;
  /** 0: the whole value; 1: its start; 2: within it. */
  readonly rank: number;
  readonly at: number;
  readonly matched: Matched;
}

/** A shorter text matches the start of nearly every identifier. */
const ID_MIN_CHARS = 3;
/** Fewer digits occur in nearly every number. */
const DIGITS_MIN = 4;
/** So many are a whole number, and no part of one. */
const TEN = 10;
const ONLY_DIGITS = /^[\d\s().+/-]+$/;

/** The search text, in the forms that are compared. */
interface Wanted {
  readonly text: string;
  readonly folded: string;
  readonly digits: string | undefined;
}

function wantedOf(query: string): Wanted {
  const text = query.trim();
  const digits = ONLY_DIGITS.test(text) ? text.replace(/\D/g, '') : '';
  const isPart = digits.length >= DIGITS_MIN && digits.length < TEN && !isForeign(text);
  const part = isPart ? digits : undefined;
  return { text, folded: foldText(text), digits: normalizePhone(text, 'lenient') ?? part };
}

function rankIn(value: string, wanted: string): number | undefined {
  const place = value.indexOf(wanted);
  if (place < 0) return undefined;
  return value.length === wanted.length ? 0 : place === 0 ? 1 : 2;
}

/** Matches the start of an identifier, with its prefix (`cdr_`) or without. */
function rankOfId(id: string, { text }: Wanted): number | undefined {
  if (text.length < ID_MIN_CHARS) return undefined;
  if (id === text) return 0;
  return id.startsWith(text) || id.startsWith(text, id.indexOf('_') + 1) ? 1 : undefined;
}

interface Hit {
  readonly rank: number;
  readonly matched: Matched;
}

/** Returns the better of two hits; the first one if they are equal. */
function better(hit: Hit | undefined, rank: number | undefined, field: string, value: string) {
  if (rank === undefined || (hit !== undefined && hit.rank <= rank)) return hit;
  return { rank, matched: { field, value } };
}

function hitInRecord(cdr: StoredCdr, wanted: Wanted): Hit | undefined {
  const { texts, allTexts, phones, allDigits } = recordTerms(cdr);
  const { folded, digits } = wanted;
  let hit = better(undefined, rankOfId(cdr.cdrId, wanted), 'cdrId', cdr.cdrId);
  if (digits !== undefined && allDigits.includes(digits)) {
    for (const phone of phones) {
      const rank = rankIn(phone.digits, digits);
      hit = better(hit, rank, phone.field, maskedPhone(phone.digits));
    }
  }
  if (allTexts.includes(folded)) {
    for (const text of texts)
      hit = better(hit, rankIn(text.folded, folded), text.field, text.value);
  }
  return hit;
}

type Look = (kind: FoundKind, id: string, at: number, hit: Hit | undefined) => void;

function lookAtIds({ world }: Engine, wanted: Wanted, look: Look): void {
  const byId = (kind: FoundKind, field: string, id: string, at: number, value = id) => {
    const rank = rankOfId(id, wanted);
    if (rank !== undefined) look(kind, id, at, { rank, matched: { field, value } });
  };
  for (const { token, createdAt } of world.tokens.values()) {
    byId('token', 'token', token, createdAt, shortToken(token));
  }
  for (const { requestId, at } of world.requests.values()) {
    byId('request', 'requestId', requestId, at);
  }
  for (const { webhookId, roundStartedAt } of world.deliveries.values()) {
    byId('delivery', 'webhookId', webhookId, roundStartedAt);
  }
}

function lookAtOrganizations({ world }: Engine, wanted: Wanted, look: Look): void {
  for (const { organizationId: id, name } of world.organizations.values()) {
    const byId = better(undefined, rankOfId(id, wanted), 'organizationId', id);
    look('organization', id, 0, better(byId, rankIn(foldText(name), wanted.folded), 'name', name));
  }
}

/**
 * Returns everything that contains the text, the best match first: whole values, then starts, then
 * matches within. Equal matches are sorted newest first. A text of white space alone finds nothing.
 */
export function searchWorld(engine: Engine, query: string): Found[] {
  const wanted = wantedOf(query);
  const found: Found[] = [];
  if (wanted.text === '') return found;
  const look: Look = (kind, id, at, hit) => {
    if (hit !== undefined) found.push({ kind, id, at, ...hit });
  };
  for (const cdr of newestRecords(engine.world)) {
    look('record', cdr.cdrId, instantOf(cdr), hitInRecord(cdr, wanted));
  }
  lookAtOrganizations(engine, wanted, look);
  lookAtIds(engine, wanted, look);
  const place = (kind: FoundKind) => FOUND_KINDS.indexOf(kind);
  return found.sort((a, b) => a.rank - b.rank || place(a.kind) - place(b.kind) || b.at - a.at);
}

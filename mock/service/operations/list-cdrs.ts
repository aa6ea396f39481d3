import type { ListCdrsData } from '../../../src/contract/endpoints/list-cdrs.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '../../../src/contract/limits.ts';
import type { Readings } from '../../../src/readings/readings.ts';
import { presentListEntry } from '../presenter/present.ts';
import { isRetained } from '../rules/access.ts';
import {
  type Filter,
  fullPage,
  type List,
  type ListOrder,
  type Page,
  shortPage,
} from '../rules/list-page.ts';
import { comparedKey, normalizeMetadataValue } from '../rules/metadata-index.ts';
import { type Answer, type KeyedCall, param, viewerOf } from './call.ts';
import { ServiceFailure } from './failure.ts';

function invalidArgument(check: string, message: string): ServiceFailure {
  return new ServiceFailure('INVALID_ARGUMENT', message, { check, section: '4.2' });
}

/**
 * Reads the page size, truncated toward zero. Anything that is then not a number from 1 to 100
 * means the default (spec §4.2).
 */
function readPageSize(given: string | null): number {
  const size = Math.trunc(Number(given ?? ''));
  return size >= PAGE_SIZE_MIN && size <= PAGE_SIZE_MAX ? size : PAGE_SIZE_DEFAULT;
}

function readFilter({ query, engine }: KeyedCall): Filter | undefined {
  const { readings } = engine;
  const key = query.get('metadataKey');
  const value = query.get('metadataValue');
  if (key === null || (key === '' && readings.emptyMetadataKey === 'absent')) return undefined;
  if (key === '') {
    throw invalidArgument(
      'metadataKey is not empty',
      'metadataKey must not be empty; leave it out',
    );
  }
  const wanted = normalizeMetadataValue(value ?? '');
  if (value === null || (wanted === '' && readings.emptyMetadataValue === 'invalid')) {
    const message = 'metadataKey needs a metadataValue; send both or neither';
    throw invalidArgument('metadataKey and metadataValue are sent together', message);
  }
  if (key.length > readings.metadataMaxKeyLength) {
    const message = `metadataKey is too long to index: at most ${readings.metadataMaxKeyLength} characters`;
    throw invalidArgument('metadataKey can be indexed', message);
  }
  if (wanted.length > readings.metadataMaxValueLength) {
    const message = `metadataValue is too long to index: at most ${readings.metadataMaxValueLength} characters`;
    throw invalidArgument('metadataValue can be indexed', message);
  }
  return { key: comparedKey(key, readings), value: wanted };
}

/** Returns the record that the page starts after. It may have become invalid since (spec §4.2). */
function readPageToken({ query, engine, organization, now }: KeyedCall, domainId: string) {
  const token = query.get('pageToken');
  const { emptyPageToken, pageTokenNotHeld } = engine.readings;
  if (token === null || (token === '' && emptyPageToken === 'absent')) return undefined;
  const cdr = engine.world.cdrs.get(token);
  const known =
    cdr !== undefined &&
    cdr.pending === null &&
    cdr.page.domainId === domainId &&
    isRetained(cdr, now) &&
    (pageTokenNotHeld === 'allowed' ||
      engine.world.holdings.has(token, organization.organizationId));
  if (known) return cdr;
  const message = 'pageToken is not a record on this domain; start again without it';
  throw invalidArgument('pageToken names a record on the domain', message);
}

function refuseForeignDomain({ engine, organization }: KeyedCall, domainId: string): void {
  if (engine.readings.domainNotHeld === 'empty') return;
  if (engine.world.domains.has(organization.organizationId, domainId)) return;
  const message = 'the organization holds no record on this domain; list the domains first';
  const check = 'the organization holds the domain';
  throw new ServiceFailure('NOT_FOUND', message, { check, section: '4.2' });
}

function orderOf({ metadataOrder, listTies }: Readings, filter: Filter | undefined): ListOrder {
  if (filter !== undefined && metadataOrder === 'shuffled') return 'shuffled';
  return listTies === 'shuffled' ? 'shuffledTies' : 'createdAt';
}

function pageOf(call: KeyedCall, domainId: string): Page {
  const { readings, world } = call.engine;
  const filter = readFilter(call);
  const list: List = {
    world,
    organizationId: call.organization.organizationId,
    domainId,
    filter,
    // With a filter, `order` is ignored (spec §4.2 rule 3).
    descending: filter !== undefined || call.query.get('order') !== 'asc',
    order: orderOf(readings, filter),
    after: readPageToken(call, domainId),
    now: call.now,
  };
  const pageSize = readPageSize(call.query.get('pageSize'));
  if (readings.pageFill === 'short') return shortPage(list, pageSize);
  return fullPage(list, pageSize);
}

/** `GET /v1/domains/<domain_id>/cdrs` (spec §4.2). */
export function listCdrs(call: KeyedCall): Answer<ListCdrsData> {
  const domainId = param(call, 'domainId');
  refuseForeignDomain(call, domainId);
  const { cdrs, nextPageToken } = pageOf(call, domainId);
  const viewer = viewerOf(call);
  const data: ListCdrsData = {
    cdrs: cdrs.map((cdr) => presentListEntry(viewer, cdr)),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
  };
  const values = { domainId, entries: cdrs.length, more: nextPageToken !== undefined };
  return { data, decision: { check: 'listed', section: '4.2', values } };
}

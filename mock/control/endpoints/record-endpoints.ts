import * as z from 'zod';
import { declaredDisclosureSchema } from '../../../src/contract/disclosure.ts';
import type { Engine } from '../../engine/engine.ts';
import { resolveOrganization } from '../../service/controls/organizations.ts';
import { shareEvents, webhookDeliveries } from '../../service/controls/views.ts';
import type { StoredCdr } from '../../world/entities.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { cdrId, limitUpTo, organizationId } from '../control-schemas.ts';
import { knownCdr } from '../known.ts';
import { newestRecords } from '../views/newest-records.ts';
import { recordTimeline, timelineEventSchema } from '../views/record-timeline.ts';
import { recordRow, recordRowSchema, recordStateSchema, stateOf } from '../views/record-view.ts';
import { tokenRow, tokenRowSchema } from '../views/token-view.ts';
import { deliverySchema, shareEventSchema } from '../views/view-schemas.ts';
import { getImage, imageUrlOf } from './record-image.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;

const listQuerySchema = z.strictObject({
  organization: organizationId.optional().describe('Only records that this organization holds.'),
  domainId: z.string().max(300).optional(),
  state: recordStateSchema.optional(),
  after: cdrId.optional().describe('The cdrId of the last record of the previous page.'),
  limit: limitUpTo(PAGE_MAX).describe(`Default: ${PAGE_DEFAULT}, at most ${PAGE_MAX}.`),
});

function wanted({
  engine: { world, clock },
  query: { organization, domainId, state },
}: ControlCall<z.output<typeof listQuerySchema>>): readonly StoredCdr[] {
  const all = newestRecords(world);
  if (organization === undefined && domainId === undefined && state === undefined) return all;
  const now = clock.now();
  return all.filter(
    (cdr) =>
      (organization === undefined || world.holdings.has(cdr.cdrId, organization)) &&
      (domainId === undefined || cdr.page.domainId === domainId) &&
      (state === undefined || stateOf(cdr, now) === state),
  );
}

/** Returns where the page begins. A record `after` that is gone has no place, so it is refused. */
function placeAfter(cdrs: readonly StoredCdr[], after: string | undefined): number {
  if (after === undefined) return 0;
  const place = cdrs.findIndex((cdr) => cdr.cdrId === after);
  if (place >= 0) return place + 1;
  throw new ControlFailure('INVALID_INPUT', 'after: expected the cdrId of a record in this list', {
    issues: [{ path: 'after', message: 'expected the cdrId of a record in this list' }],
  });
}

function listRecords(call: ControlCall<z.output<typeof listQuerySchema>>) {
  const { organization, after, limit } = call.query;
  if (organization !== undefined) resolveOrganization(call.engine, organization);
  const cdrs = wanted(call);
  const begin = placeAfter(cdrs, after);
  const size = Number(limit ?? PAGE_DEFAULT);
  const page = cdrs.slice(begin, begin + size);
  const last = page.at(-1);
  const before = begin > size ? cdrs[begin - size - 1] : undefined;
  const goesOn = last !== undefined && begin + page.length < cdrs.length;
  return {
    total: cdrs.length,
    skipped: begin,
    records: page.map((cdr) => recordRow(call.engine, cdr)),
    ...(goesOn ? { nextAfter: last.cdrId } : {}),
    ...(before && { previousAfter: before.cdrId }),
  };
}

function tokensOf({ world, clock }: Engine, cdr: StoredCdr) {
  return world.tokens
    .values()
    .filter(({ cdrId: of }) => of === cdr.cdrId)
    .map((token) => tokenRow(world, token, clock.now()));
}

function detail(call: ControlCall<undefined, undefined>) {
  const cdr = knownCdr(call);
  const { page, contentType, size } = cdr;
  const filter = { cdrId: cdr.cdrId };
  return {
    record: recordRow(call.engine, cdr),
    image: { contentType, size, url: imageUrlOf(call.urls, cdr.cdrId) },
    consentFacts: page.consentFacts ? { ...page.consentFacts } : null,
    declaredDisclosures: [...(page.declaredDisclosures ?? [])],
    signerTelemetry: page.signerTelemetry ? { ...page.signerTelemetry } : null,
    customMetadata: page.customMetadata ?? null,
    autoMetadata: page.autoMetadata ? { ...page.autoMetadata } : null,
    matchablePhones: [...page.formPhones],
    clientTimezone: page.clientTimezone ?? null,
    timeOnPageMs: page.timeOnPageMs ?? null,
    tokens: tokensOf(call.engine, cdr),
    shareEvents: shareEvents(call.engine, filter),
    deliveries: webhookDeliveries(call.engine, filter).map((each) => ({
      ...each,
      attempts: [...each.attempts],
    })),
  };
}

const anObject = z.record(z.string(), z.unknown());

/** Records, and who holds them, was charged for them and may download them. */
export const recordEndpoints = {
  getImage,
  listRecords: control({
    method: 'GET',
    path: '/records',
    summary: 'Records, newest first, with every organization that holds them',
    query: listQuerySchema,
    body: null,
    reply: z.strictObject({
      total: z.number(),
      skipped: z.number().describe('How many records come before this page.'),
      records: z.array(recordRowSchema),
      nextAfter: z.string().exactOptional().describe('Present only when more records follow.'),
      previousAfter: z
        .string()
        .exactOptional()
        .describe('The "after" of the previous page; absent if that is the first page.'),
    }),
    act: listRecords,
  }),
  getRecord: control({
    method: 'GET',
    path: '/records/:cdrId',
    summary: 'One record with its evidence, its share tokens, its handoffs and its deliveries',
    query: null,
    body: null,
    reply: z.strictObject({
      record: recordRowSchema,
      image: z.strictObject({
        contentType: z.string(),
        size: z.number(),
        url: z.string().describe('The URL of the image in this API, whoever may download it.'),
      }),
      consentFacts: anObject.nullable().describe('null: no submission was detected.'),
      declaredDisclosures: z.array(declaredDisclosureSchema()),
      signerTelemetry: anObject.nullable(),
      customMetadata: anObject.nullable(),
      autoMetadata: anObject.nullable(),
      matchablePhones: z.array(z.string()).describe('What leadMatch.phone can match (spec §2.7).'),
      clientTimezone: z.string().nullable(),
      timeOnPageMs: z.number().nullable(),
      tokens: z.array(tokenRowSchema),
      shareEvents: z.array(shareEventSchema),
      deliveries: z.array(deliverySchema),
    }),
    act: detail,
  }),
  getTimeline: control({
    method: 'GET',
    path: '/records/:cdrId/timeline',
    summary: 'Everything that happened to a record, across all organizations, oldest first',
    query: null,
    body: null,
    reply: z.strictObject({
      total: z.number().describe('The total number of events; the newest 500 are listed.'),
      events: z.array(timelineEventSchema),
    }),
    act: (call) => recordTimeline(call.engine, knownCdr(call)),
  }),
};

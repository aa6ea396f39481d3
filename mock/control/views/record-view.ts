import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { isRetained } from '../../service/rules/access.ts';
import type { Access, Holding, StoredCdr } from '../../world/entities.ts';
import { instant } from '../control-schemas.ts';
import { maskedPhone, recordTerms } from './record-terms.ts';

const chargeSchema = z.strictObject({
  cause: z.enum(['collect', 'receive', 'autoCollect']),
  at: instant,
  requestId: z.string().nullable(),
});

const holderSchema = z.strictObject({
  organizationId: z.string(),
  via: z.enum(['capture', 'receive']),
  at: instant.describe('When the organization first held the record.'),
  charge: chargeSchema.nullable(),
  mayDownload: z.boolean(),
  why: z.string().describe('Why the organization may download the record, or why not.'),
  webhookAcknowledgedAt: instant.nullable(),
});

/** The state of a record. */
export const recordStateSchema = z.enum(['pending', 'ready', 'invalid', 'duplicated', 'expired']);

/** A record and who holds it. */
export const recordRowSchema = z.strictObject({
  cdrId: z.string(),
  organizationId: z.string().describe('The organization that captured it.'),
  domainId: z.string(),
  domain: z.string(),
  pageUrl: z.string().nullable(),
  pageTitle: z.string().nullable(),
  leadId: z
    .string()
    .nullable()
    .describe('The lead’s id in custom metadata, for example under `lead_id`.'),
  phone: z
    .string()
    .nullable()
    .describe('The first number that a lead can match; only its end is shown.'),
  capturedAt: instant,
  createdAt: instant.nullable().describe('null while the record is pending.'),
  state: recordStateSchema,
  devMode: z.boolean(),
  packageId: z.string().nullable(),
  sessionId: z.string().nullable(),
  holders: z.array(holderSchema),
});

/** The reply for one record. */
export type RecordRow = z.output<typeof recordRowSchema>;

const WHY: Record<Access['cause'], string> = {
  collect: 'it collected the record (spec §4.4)',
  receive: 'it received the record and was charged (spec §4.6 rule 9)',
  autoCollect: 'captures on its own domains are collected automatically (spec §1)',
  passedOn: 'the sender passed on its access at no charge (spec §4.6 rule 9)',
};

function whyOf(engine: Engine, cdr: StoredCdr, organizationId: string): string {
  if (cdr.devMode) return 'a Dev Mode record can never be downloaded (spec §1)';
  const access = engine.world.access.get(cdr.cdrId, organizationId);
  if (access !== undefined) return WHY[access.cause];
  if (cdr.pending !== null) return 'the record is not rendered yet';
  return 'it has not collected the record (spec §4.4)';
}

function holderView(engine: Engine, cdr: StoredCdr, holding: Holding) {
  const { world } = engine;
  const { organizationId, via, at, webhookAcknowledgedAt } = holding;
  const charge = world.charges.get(cdr.cdrId, organizationId);
  return {
    organizationId,
    via,
    at,
    webhookAcknowledgedAt,
    charge: charge ? { cause: charge.cause, at: charge.at, requestId: charge.requestId } : null,
    mayDownload: !cdr.devMode && world.access.has(cdr.cdrId, organizationId),
    why: whyOf(engine, cdr, organizationId),
  };
}

/** Returns the state of the record at `now`. */
export function stateOf(cdr: StoredCdr, now: number): RecordRow['state'] {
  if (!isRetained(cdr, now)) return 'expired';
  if (cdr.invalid) return 'invalid';
  if (cdr.duplicated) return 'duplicated';
  return cdr.pending === null ? 'ready' : 'pending';
}

/** Returns the record with everyone who holds it, the capturing organization first. */
export function recordRow(engine: Engine, cdr: StoredCdr): RecordRow {
  const { cdrId, organizationId, page, capturedAt, devMode, packageId, sessionId } = cdr;
  const [phone] = page.formPhones;
  const holders = [...engine.world.holdings.of(cdrId)]
    .sort((a, b) => Number(a.via !== 'capture') - Number(b.via !== 'capture') || a.at - b.at)
    .map((holding) => holderView(engine, cdr, holding));
  return {
    cdrId,
    organizationId,
    capturedAt,
    devMode,
    packageId,
    sessionId,
    holders,
    domainId: page.domainId,
    domain: page.domain,
    pageUrl: page.pageUrl ?? null,
    pageTitle: page.autoMetadata?.pageTitle ?? null,
    leadId: recordTerms(cdr).leadId,
    phone: phone === undefined ? null : maskedPhone(phone),
    createdAt: cdr.pending === null ? cdr.createdAt : null,
    state: stateOf(cdr, engine.clock.now()),
  };
}

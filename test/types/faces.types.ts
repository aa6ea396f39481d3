// What compiles for a user, and what does not.
import { expectTypeOf } from 'vitest';
import {
  type AcceptanceCriteria,
  ApiError,
  type Cdr,
  type CdrListEntry,
  type ConsentEvidence,
  type ErrorCode,
  explainReceive,
  isApiError,
  type KnownErrorCode,
  type ReceiveReceipt,
  receiveDecision,
} from '../../src/index.ts';
import {
  type CdrCompletedEvent,
  isCdrCompleted,
  type WebhookEvent,
} from '../../src/webhooks/index.ts';

declare const client: ConsentEvidence;
declare const record: Cdr;
declare const entry: CdrListEntry;
declare const request: { readonly params: { readonly id: string } };
declare const caught: unknown;
declare const code: ErrorCode;
declare const event: WebhookEvent;

// Ids are plain strings, as a framework passes them.
expectTypeOf(client.cdrs.get(request.params.id)).resolves.toEqualTypeOf<Cdr>();
expectTypeOf(client.domains.list()).resolves.toEqualTypeOf<string[]>();
expectTypeOf(client.shares.receive('token')).resolves.toEqualTypeOf<ReceiveReceipt>();

// Access narrows (spec §2.3): a Dev Mode record is never collected and never downloadable.
if (record.devMode === true) {
  expectTypeOf(record.collected).toEqualTypeOf<false>();
  expectTypeOf(record.downloadUrl).toEqualTypeOf<undefined>();
}
if (entry.collected) {
  expectTypeOf(entry.downloadUrl).toEqualTypeOf<string | undefined>();
  expectTypeOf(entry.devMode).toEqualTypeOf<undefined>();
} else {
  expectTypeOf(entry.downloadUrl).toEqualTypeOf<undefined>();
}

// A list entry lacks what only the single record has (spec §2.4).
// @ts-expect-error -- not in a list entry
export const capturedAt = entry.capturedAt;
// @ts-expect-error -- not in a list entry
export const details = entry.detectedDisclosureDetails;
// @ts-expect-error -- no such field, and no index signature that would let it pass
export const misread = record.discloures;
expectTypeOf(record.detectedDisclosureDetails?.derivedAt).toBeUnknown();

// Criteria are strict.
export const criteria: AcceptanceCriteria = {
  schemaVersion: 1,
  disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: false },
};
// @ts-expect-error -- the service has no default for it
export const noVersion: AcceptanceCriteria = {};
// @ts-expect-error -- the number 1, not a string
export const textVersion: AcceptanceCriteria = { schemaVersion: '1' };
// @ts-expect-error -- a misspelt field
export const misspelt: AcceptanceCriteria = { schemaVersion: 1, disclosures: {} };
export const deeper: AcceptanceCriteria = {
  schemaVersion: 1,
  // @ts-expect-error -- a misspelt field further down
  record: { maxAge: 60 },
};
export const alone: AcceptanceCriteria = {
  schemaVersion: 1,
  // @ts-expect-error -- needs requireEveryDisclosureConsented: true
  disclosure: { allowConsentBySubmission: true },
};
export const scoped: AcceptanceCriteria = {
  schemaVersion: 1,
  disclosure: {
    // @ts-expect-error -- only a required text has a scope
    forbiddenText: [{ ruleId: 'r', anyOf: ['x'], scope: 'any_disclosure' }],
  },
};

// Options: closed literals, and `undefined` wherever a key may be left out.
void client.cdrs.list('example.com', { order: undefined, pageSize: undefined, signal: undefined });
// @ts-expect-error -- only asc and desc
void client.cdrs.list('example.com', { order: 'ASC' });
// @ts-expect-error -- half a pair
void client.cdrs.list('example.com', { metadata: { key: 'leadId' } });
// @ts-expect-error -- how much is at most wanted must be said
void client.cdrs.list('example.com').toArray();
// @ts-expect-error -- a list is no promise
export const awaited: Promise<unknown> = client.cdrs.list('example.com');

// Codes: the known ones are literals that an editor offers, others pass.
expectTypeOf<KnownErrorCode>().toExtend<ErrorCode>();
expectTypeOf<'NOT_LISTED_YET'>().toExtend<ErrorCode>();
expectTypeOf<'NOT_LISTED_YET'>().not.toExtend<KnownErrorCode>();
expectTypeOf<string>().not.toExtend<KnownErrorCode>();
switch (code) {
  case 'CDR_PENDING':
  case 'GONE':
  case 'NOT_LISTED_YET':
    break;
  default:
    expectTypeOf(code).toExtend<string>();
}

// `instanceof` gives the code its type too, so that an editor completes it.
if (caught instanceof ApiError) {
  expectTypeOf(caught.code).not.toBeAny();
  expectTypeOf(caught.code).toEqualTypeOf<ErrorCode>();
  expectTypeOf(caught.details).toBeUnknown();
  // The guard narrows what is narrowed already.
  if (isApiError(caught, 'GONE')) expectTypeOf(caught.code).toEqualTypeOf<'GONE'>();
}

// The guard types the details by the code (spec §2.1).
if (isApiError(caught, 'CDR_ACCEPTANCE_FAILED')) {
  expectTypeOf(caught.code).toEqualTypeOf<'CDR_ACCEPTANCE_FAILED'>();
  expectTypeOf(caught.details.failures[0]?.ruleId).toEqualTypeOf<string | undefined>();
}
if (isApiError(caught, 'INVALID_ARGUMENT')) {
  expectTypeOf(caught.details?.issues).toEqualTypeOf<unknown[] | undefined>();
}
// What `receive` returned or threw, both in one switch.
expectTypeOf(receiveDecision(caught)).toEqualTypeOf<
  'accept' | 'duplicate' | 'refuse' | 'hold' | 'fix'
>();
expectTypeOf(receiveDecision(caught, { firstUse: undefined })).toBeString();
// @ts-expect-error -- a misspelt option would turn a lead of ours into a duplicate
receiveDecision(caught, { firstuse: true });
expectTypeOf(explainReceive(caught).retryAfterMs).toEqualTypeOf<number | undefined>();
expectTypeOf(explainReceive(caught).code).toExtend<string>();
void client.shares.receive('token', { earlierOutcome: undefined });
// @ts-expect-error -- only what is unknown can be continued
void client.shares.receive('token', { earlierOutcome: 'refused' });
expectTypeOf(client.shares.tokenOf('token')).toBeString();
if (isApiError(caught, 'NOT_FOUND')) expectTypeOf(caught.details).toBeUnknown();

// An event has an open type until it is narrowed.
if (isCdrCompleted(event)) {
  expectTypeOf(event).toExtend<CdrCompletedEvent>();
  expectTypeOf(event.cdrId).toEqualTypeOf<string>();
  // A member that is not checked is not promised.
  expectTypeOf(event.domainId).toEqualTypeOf<string | undefined>();
  expectTypeOf(event.createdAt).toEqualTypeOf<number | undefined>();
  expectTypeOf(event.ip).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(event.userAgent).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(event.timestamp).toEqualTypeOf<number | undefined>();
}
// @ts-expect-error -- not every event is about a record
export const tooEarly = event.cdrId;

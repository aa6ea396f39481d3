// What a project without the DOM library and without @types/node writes.
import {
  type AcceptanceCriteria,
  type Cdr,
  type Clock,
  ConsentEvidence,
  type ConsentEvidenceOptions,
  evaluateAcceptance,
  type FetchLike,
  InvalidInputError,
  isApiError,
  isConsentEvidenceError,
  receiveDecision,
  type TraceEvent,
} from 'consent-evidence';
import { createMockService, type MockService, presets } from 'consent-evidence/mock';
import { serveMock } from 'consent-evidence/mock/node';
import {
  createWebhookHandler,
  isCdrCompleted,
  memoryStore,
  toNodeHandler,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookStore,
} from 'consent-evidence/webhooks';

const clock: Clock = { now: () => 0, sleep: () => Promise.resolve() };
declare const fetch: FetchLike;
const options: ConsentEvidenceOptions = { apiKey: async () => 'key.secret', clock, fetch };
export const bare = new ConsentEvidence({ ...options, trace: (event: TraceEvent) => event.type });

export const criteria: AcceptanceCriteria = {
  schemaVersion: 1,
  disclosure: { requiredText: [{ ruleId: 'r', anyOf: ['agree'], scope: 'every_disclosure' }] },
};

export async function receive(client: ConsentEvidence, shareUrl: string): Promise<string> {
  try {
    const { data, status } = await client.shares
      .receive(shareUrl, { acceptance: criteria, deadlineMs: 5_000, signal: undefined })
      .withResponse();
    const record: Cdr = await client.cdrs.get(data.cdrId);
    const { outcome } = evaluateAcceptance(criteria, record, { now: new Date(status) });
    return record.devMode === true ? outcome : (record.downloadUrl ?? outcome);
  } catch (error) {
    if (isApiError(error, 'CDR_ACCEPTANCE_FAILED')) return error.details.failures[0]?.code ?? '';
    if (error instanceof InvalidInputError) return error.issues[0]?.path ?? '';
    if (isConsentEvidenceError(error)) return error.message;
    return receiveDecision(error);
  }
}

export async function walk(client: ConsentEvidence): Promise<number> {
  let bytes = 0;
  for await (const { size } of client.cdrs.list('example.com', { pageSize: 100 })) bytes += size;
  const { bytes: image } = await client.cdrs.download('cdr_1');
  return bytes + image.byteLength;
}

const store: WebhookStore = memoryStore({ maxIds: 10 });
const handler = createWebhookHandler({
  secret: () => ['old', 'new'],
  store,
  onEvent: (event, { webhookId }) => {
    if (isCdrCompleted(event)) return [event.cdrId, webhookId];
    return event.event;
  },
});
export const route = toNodeHandler(handler);
export const verified: Promise<VerifiedWebhook> = verifyWebhook({
  body: new Uint8Array(),
  headers: { 'x-svc-signature': 'sha256=' },
  secret: 's',
});

export const mock: MockService = createMockService({ now: '2026-01-05T12:00:00Z' });
const organization = mock.addOrganization({ name: 'Acme' });
mock.capture(organization, presets.checkedBox({ customMetadata: { lead: 1 } }));
export const client = new ConsentEvidence(mock.clientOptions(organization));
export const served = serveMock(mock).then((running) => running.clientOptions(organization));

// Compiled against the packed package with neither the DOM library nor @types/node.
import {
  type AcceptanceCriteria,
  type Cdr,
  ConsentEvidence,
  type ConsentEvidenceOptions,
  evaluateAcceptance,
  isApiError,
  receiveDecision,
} from 'consent-evidence';
import {
  createLeadIntake,
  type DecisionContext,
  type FinalDecision,
  type LeadIntake,
  type LeadIntakeOptions,
} from 'consent-evidence/intake';
import {
  type PostgresLedger,
  type PostgresPool,
  postgresLedger,
} from 'consent-evidence/intake/postgres';
import { sqliteLedger } from 'consent-evidence/intake/sqlite';
import { createMockService, type MockService, presets } from 'consent-evidence/mock';
import { serveMock } from 'consent-evidence/mock/node';
import {
  createWebhookHandler,
  isCdrCompleted,
  memoryStore,
  toNodeHandler,
  type WebhookStore,
} from 'consent-evidence/webhooks';

const criteria: AcceptanceCriteria = {
  schemaVersion: 1,
  disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
};

export async function receive(options: ConsentEvidenceOptions, url: string): Promise<string[]> {
  const client = new ConsentEvidence(options);
  try {
    const { cdrId } = await client.shares.receive(url, { acceptance: criteria });
    const record: Cdr = await client.cdrs.get(cdrId);
    const { outcome } = evaluateAcceptance(criteria, record, { now: 0 });
    return [outcome, receiveDecision(new Error())];
  } catch (error) {
    if (isApiError(error, 'CDR_ACCEPTANCE_FAILED')) {
      return error.details.failures.map(({ code }) => code);
    }
    throw error;
  }
}

export async function list(client: ConsentEvidence): Promise<number> {
  let size = 0;
  for await (const entry of client.cdrs.list('example.com', { pageSize: 100 })) size += entry.size;
  return size;
}

const store: WebhookStore = memoryStore();
export const POST = createWebhookHandler({
  secret: 's',
  store,
  onEvent: (event) => {
    if (isCdrCompleted(event)) String(event.cdrId);
  },
});
export const route = toNodeHandler(POST);

const mock: MockService = createMockService({ now: '2026-01-05T12:00:00Z' });
const producer = mock.addOrganization({ name: 'Sunroof Leads' });
mock.capture(producer, presets.checkedBox());
export const client = new ConsentEvidence(mock.clientOptions(producer));

// An intake and its parts can be named without the type of a transaction.
export class Sales {
  readonly #intake: LeadIntake;
  constructor(ledger: PostgresLedger, pool: PostgresPool) {
    const onDecision = (_: FinalDecision, context: DecisionContext): void => void context.tx;
    const options: LeadIntakeOptions = { client, ledger, criteria, onDecision };
    this.#intake = createLeadIntake(options);
    this.#intake = createLeadIntake({ ...options, ledger: sqliteLedger(':memory:') });
    const own: PostgresLedger = postgresLedger(pool);
    this.#intake = createLeadIntake({ client, criteria, ledger: own });
  }
  readonly resume = () => this.#intake.resume();
}

export const served = serveMock(mock).then(
  (running) => new ConsentEvidence(running.clientOptions(producer)),
);

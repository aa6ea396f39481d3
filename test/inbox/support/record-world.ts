import { DatabaseSync } from 'node:sqlite';
import { createMockService, type MockService, presets } from '../../../mock/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import type { InboxRecord, WebhookInbox } from '../../../src/webhooks/inbox/webhook-inbox.ts';
import { sqliteInbox } from '../../../src/webhooks/sqlite.ts';

export const HOUR_MS = 3_600_000;
export const START_MS = Date.parse('2026-01-05T12:00:00Z');

const TABLES = ['', '_marks', '_leases'].map((suffix) => `consent_evidence_inbox${suffix}`);

type MockOptions = NonNullable<Parameters<typeof createMockService>[0]>;

/** An account whose webhook can be down, another account that shares with it, and an inbox. */
export class RecordWorld {
  readonly mock: MockService;
  readonly client: ConsentEvidence;
  readonly inbox: WebhookInbox;
  readonly handedOn: InboxRecord[] = [];
  /** While `false`, the service's deliveries fail. */
  isUp = true;
  readonly #database = new DatabaseSync(':memory:');
  readonly #ours;
  readonly #partner;

  /** @param isAnnounced `false`: no webhook is set up at all, which is the cheapest outage. */
  constructor({ isAnnounced = true, ...options }: MockOptions & { isAnnounced?: boolean } = {}) {
    this.mock = createMockService({
      now: START_MS,
      webhookFetch: (_url: unknown, init: RequestInit) => this.#receive(init),
      ...options,
    });
    const webhook = { url: 'http://127.0.0.1:1/', secret: 'whsec_world' };
    this.#ours = this.mock.addOrganization({
      name: 'Sunroof Leads',
      ...(isAnnounced ? { webhook } : {}),
    });
    this.#partner = this.mock.addOrganization({ name: 'Partner Leads' });
    this.client = new ConsentEvidence(this.mock.clientOptions(this.#ours));
    this.inbox = sqliteInbox(this.#database, {
      enqueue: (_tx, record) => this.handedOn.push(record),
    });
  }

  /** Captures a record of our own on a host. Its event is due at once. */
  async capture(host: string): Promise<string> {
    const page = presets.checkedBox({ pageUrl: `https://${host}/` });
    const { cdrId } = this.mock.capture(this.#ours, page);
    await this.mock.clock.advance(0);
    return cdrId;
  }

  /**
   * Captures records of our own, one millisecond apart from now on, without advancing the clock.
   */
  captureMany(count: number, host: string): string[] {
    const createdAt = this.mock.clock.now();
    return Array.from({ length: count }, (_, index) => {
      const page = { pageUrl: `https://${host}/`, createdAt: createdAt + index };
      return this.mock.capture(this.#ours, page).cdrId;
    });
  }

  /** Captures a record of the other account on a host, and receives it. */
  async receive(host: string): Promise<string> {
    const page = presets.checkedBox({ pageUrl: `https://${host}/`, autoShare: true });
    const { cdrId, shareUrl } = this.mock.capture(this.#partner, page);
    await this.mock.clock.advance(0);
    await this.client.shares.receive(shareUrl);
    return cdrId;
  }

  /** Backs up the inbox's database, with the jobs in it. Returns what restores it. */
  backUp(): () => void {
    const jobs = [...this.handedOn];
    for (const table of TABLES) {
      this.#database.exec(`DROP TABLE IF EXISTS backup_${table}`);
      this.#database.exec(`CREATE TABLE backup_${table} AS SELECT * FROM ${table}`);
    }
    return () => {
      this.handedOn.splice(0, Infinity, ...jobs);
      for (const table of TABLES) {
        this.#database.exec(`DELETE FROM ${table}`);
        this.#database.exec(`INSERT INTO ${table} SELECT * FROM backup_${table}`);
      }
    };
  }

  /** Returns the operations that the account has called since the last call of this method. */
  requests(): string[] {
    const all = this.mock.requests({ organization: this.#ours });
    return all
      .slice(this.#told, (this.#told = all.length))
      .map(({ operation }) => String(operation));
  }

  ids(via?: InboxRecord['via']): string[] {
    const some = this.handedOn.filter((record) => via === undefined || record.via === via);
    return some.map(({ cdrId }) => cdrId);
  }

  #told = 0;

  async #receive({ body }: RequestInit): Promise<Response> {
    if (!this.isUp) throw new Error('out of reach');
    const { cdrId, domainId } = JSON.parse(String(body)) as InboxRecord;
    await this.inbox.take({ cdrId, domainId, via: 'webhook' });
    return new Response();
  }
}

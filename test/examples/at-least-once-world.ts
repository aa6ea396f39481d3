import { ConsentEvidence } from 'consent-evidence';
import type { Vault } from 'consent-evidence/archive';
import { createMockService, type MockService, presets } from 'consent-evidence/mock';
import { evidenceOn } from '../../examples/queues/at-least-once.ts';
import type { EvidenceJob } from '../../examples/queues/evidence-job.ts';
import { mapVault, recordsOf } from './map-vault.ts';

const SECRET = 'whsec_plain_queue';
const START_MS = Date.parse('2026-01-05T12:00:00Z');

interface Delivery {
  readonly index: number;
  readonly copies: number;
  readonly steps: number;
  readonly isDeleted: boolean;
}

/** An account, and the worst queue that still delivers each message at least once. */
export class AtLeastOnceWorld {
  readonly captured: string[] = [];
  /** Shared with us, and paid for by the partner. */
  readonly received: string[] = [];
  readonly mock: MockService;
  system: ReturnType<typeof evidenceOn>;
  /** While `false`, the service's deliveries fail. */
  isUp = true;
  /** How many more messages the queue takes. */
  room = Infinity;
  readonly #files = new Map<string, Uint8Array>();
  readonly #messages: string[] = [];
  readonly #faults: ReturnType<MockService['addFault']>[] = [];
  readonly #ours;
  readonly #partner;
  readonly #client;
  #archiveSteps = Infinity;

  constructor() {
    this.mock = createMockService({
      now: START_MS,
      webhookFetch: async (_url: unknown, init: RequestInit) => {
        if (!this.isUp) throw new Error('out of reach');
        return this.system.handler(new Request('http://localhost/', init));
      },
    });
    const webhook = { url: 'http://127.0.0.1:1/', secret: SECRET };
    this.#ours = this.mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false, webhook });
    this.#partner = this.mock.addOrganization({ name: 'Partner Leads' });
    this.#client = new ConsentEvidence({
      ...this.mock.clientOptions(this.#ours),
      ...{ clock: this.mock.clock, maxRetries: 0 },
    });
    this.system = this.#start();
  }

  /** What a process remembers is gone, and nothing else. */
  restart(): void {
    this.system = this.#start();
  }

  async capture(): Promise<void> {
    this.captured.push(this.mock.capture(this.#ours, presets.checkedBox()).cdrId);
    await this.mock.clock.advance(0);
  }

  async receive(): Promise<string> {
    const page = presets.checkedBox({ autoShare: true });
    const { cdrId, shareUrl } = this.mock.capture(this.#partner, page);
    await this.mock.clock.advance(0);
    const receiver = new ConsentEvidence(this.mock.clientOptions(this.#ours));
    // A fault may be waiting for it.
    const receipt = await receiver.shares.receive(shareUrl).catch(() => undefined);
    if (receipt !== undefined) this.received.push(cdrId);
    return cdrId;
  }

  /** The next call of the service fails: before it has an effect, or after. */
  fault(isDone: boolean): void {
    const how = isDone ? ({ phase: 'after', drop: true } as const) : { status: 503 };
    this.#faults.push(this.mock.addFault({ operation: '*', ...how }));
  }

  async catchUp(): Promise<void> {
    await this.system.catchUp(new AbortController().signal).catch(() => undefined);
  }

  /** Gives any message to some workers at once, of which one may die before it deletes it. */
  async deliver({ index, copies, steps, isDeleted }: Delivery): Promise<void> {
    const message = this.#messages[index % this.#messages.length];
    if (message === undefined) return;
    this.#archiveSteps = steps;
    const jobs = Array.from({ length: copies }, () => JSON.parse(message) as EvidenceJob);
    const outcomes = await Promise.all(jobs.map((job) => this.system.handle(job)));
    this.#archiveSteps = Infinity;
    const isOver = outcomes.some(({ kind }) => kind === 'done' || kind === 'drop');
    if (isOver && isDeleted) this.#messages.splice(this.#messages.indexOf(message), 1);
  }

  /** Everything works again: what is late is found, and every message is handled. */
  async settle(): Promise<void> {
    this.isUp = true;
    this.room = Infinity;
    for (const fault of this.#faults) fault.remove();
    await this.mock.clock.advance({ hours: 3 });
    await this.catchUp();
    for (let left = this.#messages.length; left > 0; left -= 1) {
      await this.deliver({ index: 0, copies: 1, steps: Infinity, isDeleted: true });
    }
  }

  archived(): string[] {
    return recordsOf(this.#files.keys());
  }

  /** How often our account has read the record. */
  reads(cdrId: string): number {
    const all = this.mock.requests({ organization: this.#ours });
    return all.filter(({ operation, path }) => operation === 'cdrs.get' && path.includes(cdrId))
      .length;
  }

  #start() {
    const own = mapVault(this.#files);
    const vault: Vault = {
      ...own,
      put: async (...given) => {
        this.#archiveSteps -= 1;
        if (this.#archiveSteps < -1) throw new Error('dead');
        const put = await own.put(...given);
        if (this.#archiveSteps < 0) throw new Error('died before it heard of it');
        return put;
      },
    };
    const work = { client: this.#client, vault, isWorthCollecting: () => true };
    const { clock } = this.mock;
    const env = { CONSENT_EVIDENCE_WEBHOOK_SECRET: SECRET };
    return evidenceOn(async (job) => this.#send(job), work, { env, hooks: { clock } });
  }

  #send(job: EvidenceJob): void {
    if (this.room <= 0) throw new Error('the queue is full');
    this.room -= 1;
    this.#messages.push(JSON.stringify(job));
  }
}

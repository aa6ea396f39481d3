import { createMockService, type MockService } from '../../../mock/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import type { KilledReceiver } from '../../webhooks/kill/killed-receiver.ts';
import type { OutageOptions } from './outage-run.ts';

export const SECRET = 'whsec_outage';
const STARTS_AT = Date.parse('2026-01-05T06:00:00Z');
const OUTAGE_MS = 3 * 3_600_000;
const HOUR_MS = 3_600_000;
const STEPS = 20;

type Plan = Pick<OutageOptions, 'domains' | 'before' | 'during' | 'received' | 'random'>;

/** The service, the captures during the run, and deliveries to a random machine. */
export class OutageWorld {
  readonly mock: MockService;
  readonly since = STARTS_AT;
  readonly captured: string[] = [];
  readonly received: string[] = [];
  readonly #plan: Plan;
  readonly #ours;
  readonly #partner;
  readonly #client: ConsentEvidence;
  #isUp = true;
  #told = '';

  /** @param machines the machines that receive; they may be added later. */
  constructor(plan: Plan, machines: readonly KilledReceiver[]) {
    this.#plan = plan;
    this.mock = createMockService({
      now: STARTS_AT,
      webhookTimestamps: 'wall',
      webhookFetch: async (_url: unknown, init: RequestInit) => {
        if (!this.#isUp) throw new Error('out of reach');
        const machine = machines[Math.floor(plan.random() * machines.length)];
        return fetch((await machine?.url()) ?? '', init);
      },
    });
    const webhook = { url: 'http://127.0.0.1:1/', secret: SECRET };
    this.#ours = this.mock.addOrganization({ name: 'Sunroof Leads', webhook });
    this.#partner = this.mock.addOrganization({ name: 'Partner Leads' });
    this.#client = new ConsentEvidence(this.mock.clientOptions(this.#ours));
  }

  get apiKey(): string {
    return this.mock.clientOptions(this.#ours).apiKey;
  }

  /**
   * Returns the number of the account's requests since the last call. The fake keeps only the
   * latest.
   */
  requests(): number {
    const ids = this.mock.requests({ organization: this.#ours }).map(({ requestId }) => requestId);
    const count = ids.length - 1 - ids.lastIndexOf(this.#told);
    this.#told = ids.at(-1) ?? '';
    return count;
  }

  async beforeTheOutage(): Promise<void> {
    this.#capture(this.#plan.before);
    await this.mock.clock.advance({ hours: 2 });
  }

  async theOutage(): Promise<void> {
    const { during, received } = this.#plan;
    this.#isUp = false;
    for (let step = 0; step < STEPS; step += 1) {
      const share = (of: number) =>
        Math.floor(((step + 1) * of) / STEPS) - Math.floor((step * of) / STEPS);
      this.#capture(share(during));
      await this.#receive(share(received));
      // The latest events have most of their attempts still ahead when the outage ends.
      await this.mock.clock.advance(step === STEPS - 1 ? 0 : OUTAGE_MS / (STEPS - 1));
    }
  }

  /** Makes the remaining attempts of the last hour's events. */
  async afterTheOutage(): Promise<void> {
    this.#isUp = true;
    for (let step = 0; step < STEPS; step += 1) await this.mock.clock.advance(HOUR_MS / STEPS);
  }

  #host(prefix: string, index: number): string {
    return `https://${prefix}.d${index % this.#plan.domains}.example/`;
  }

  #capture(count: number): void {
    for (let i = 0; i < count; i += 1) {
      const pageUrl = this.#host('www', this.captured.length);
      this.captured.push(this.mock.capture(this.#ours, { pageUrl }).cdrId);
    }
  }

  /** Receives records that a partner captured on its own hosts of the account's domains. */
  async #receive(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      const pageUrl = this.#host('partner', this.received.length);
      const { cdrId, shareUrl } = this.mock.capture(this.#partner, { pageUrl, autoShare: true });
      await this.#client.shares.receive(new URL(shareUrl).pathname);
      this.received.push(cdrId);
    }
  }
}

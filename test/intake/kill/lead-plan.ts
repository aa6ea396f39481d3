import type { createMockService } from '../../../mock/index.ts';
import { presets } from '../../../mock/index.ts';
import type { ServedMock } from '../../../mock/node.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import type { Lead } from '../../../src/intake/index.ts';
import type { TakenLead } from '../support/broken-promises.ts';

/** One record, with all leads that come with a link to it. */
export interface LeadGroup {
  readonly cdrId: string;
  readonly links: readonly string[];
  readonly leads: readonly (Lead & TakenLead)[];
  /** A program of another department receives it first, outside the ledger. */
  readonly isReceivedElsewhere: boolean;
  /** It is flagged invalid after its leads were posted. */
  readonly isInvalidated: boolean;
}

const sources = ['', 'sunroof', 'brightpath'] as const;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const phoneOf = (area: number, n: number): string =>
  `(${area + Math.floor(n / 100)}) 555-01${String(n % 100).padStart(2, '0')}`;

/** Makes the records, links and leads of the proof from a seed, one group at a time. */
export class LeadPlan {
  readonly #mock: ReturnType<typeof createMockService>;
  readonly #served: ServedMock;
  readonly #producer: Parameters<ServedMock['clientOptions']>[0];
  readonly #seller: ConsentEvidence;
  readonly #random: () => number;
  #records = 0;
  #leads = 0;

  constructor(
    mock: ReturnType<typeof createMockService>,
    served: ServedMock,
    producer: Parameters<ServedMock['clientOptions']>[0],
    random: () => number,
  ) {
    this.#mock = mock;
    this.#served = served;
    this.#producer = producer;
    this.#seller = new ConsentEvidence(served.clientOptions(producer));
    this.#random = random;
  }

  async next(): Promise<LeadGroup> {
    const person = this.#records++;
    const isPending = this.#chance(0.15);
    const page = presets.checkedBox({
      fields: [{ name: 'phone', type: 'tel', value: phoneOf(212, person) }],
      autoShare: { expiresInMs: this.#lifetime() },
      ...(isPending && { render: { afterMs: Math.ceil(this.#random() * 5 * MINUTE_MS) } }),
    });
    const { cdrId, shareUrl } = this.#mock.capture(this.#producer, page);
    const links = [this.#served.url + new URL(shareUrl).pathname];
    if (!isPending && this.#chance(0.3)) {
      const second = await this.#seller.cdrs.share(cdrId, { expiresInMs: this.#lifetime() });
      links.push(second.shareUrl);
    }
    return {
      cdrId,
      links,
      leads: links.flatMap((link) => this.#leadsOf(link, cdrId, person)),
      isReceivedElsewhere: !isPending && this.#chance(0.06),
      isInvalidated: this.#chance(0.03),
    };
  }

  /** One link in four is short-lived: it may expire while the lead of a dead process waits. */
  #lifetime(): number {
    return this.#chance(0.25) ? Math.ceil((1 + this.#random() * 6) * MINUTE_MS) : 30 * DAY_MS;
  }

  /** A recycled link comes with two or three leads. */
  #leadsOf(link: string, cdrId: string, person: number): (Lead & TakenLead)[] {
    const count = this.#chance(0.2) ? 2 + Math.floor(this.#random() * 2) : 1;
    return Array.from({ length: count }, () => {
      const isStranger = this.#chance(0.15);
      const phone = phoneOf(isStranger ? 512 : 212, person);
      const number = (this.#leads += 1);
      // Each seller counts for itself: most numbers come from several sources.
      const lead = { source: sources[number % 3] ?? '', leadId: `L-${Math.floor(number / 3)}` };
      const data = { ours: `data-of-${number}.`, price: number };
      return { ...lead, shareUrl: link, phone, data, cdrId, link, isStranger };
    });
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}

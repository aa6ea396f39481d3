import { deliveryHeaders, type WebhookPost } from './post-webhook.ts';
import { sampleEvent } from './webhook-event.ts';

/** The facts from which every probe is made. */
export interface ProbeFacts {
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: number;
  /**
   * The id of one run of the doctor. Probes whose webhook ids must differ append different texts.
   */
  readonly runId: string;
}

/** One test of a receiver. */
export interface WebhookProbe {
  readonly name: string;
  /** `accept`: any 2xx. `refuse`: any 4xx. */
  readonly expects: 'accept' | 'refuse';
  /** What the expected answer shows. */
  readonly shows: string;
  /** The likely mistake in the receiver's code if the answer is the opposite. */
  readonly mistake: string;
  /** Whether it grows wrong on the way: a delivery that was young enough is soon too old. */
  readonly ages: boolean;
  make(facts: ProbeFacts): Promise<WebhookPost>;
}

interface Variation {
  readonly id: string;
  /** Rounded in the receiver's favour if it should accept, against it if it should refuse. */
  readonly timestamp?: (nowSeconds: number) => number;
  readonly secret?: (secret: string) => string;
  /** Applied before the body is signed. */
  readonly written?: (body: string) => string;
  /** Applied after the body is signed. */
  readonly changed?: (body: string) => string;
  /** Applied to the headers after the body is signed. */
  readonly sent?: (headers: Record<string, string>) => Record<string, string>;
}

const same = <T>(value: T): T => value;

async function vary(facts: ProbeFacts, variation: Variation): Promise<WebhookPost> {
  const { id, written = same, changed = same, sent = same } = variation;
  const webhookId = `${facts.runId}_${id}`;
  const body = written(sampleEvent(webhookId, facts.now));
  const headers = await deliveryHeaders({
    body,
    webhookId,
    secret: (variation.secret ?? same)(facts.secret),
    timestamp: (variation.timestamp ?? Math.floor)(facts.now / 1000),
  });
  return { body: changed(body), headers: sent(headers) };
}

/** Creates a probe: the sample event with one thing varied. */
export function probe(
  name: string,
  expects: WebhookProbe['expects'],
  [shows, mistake]: readonly [shows: string, mistake: string],
  variation: Variation,
): WebhookProbe {
  const ages = expects === 'accept' && variation.timestamp !== undefined;
  return { name, expects, shows, mistake, ages, make: (facts) => vary(facts, variation) };
}

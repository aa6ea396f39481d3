import { deliveryHeaders, type WebhookPost } from './post-webhook.ts';
import { sampleEvent } from './webhook-event.ts';

/** What every probe is made from. */
export interface ProbeFacts {
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: number;
  /** Of one run of the doctor: probes that must not meet each other's ids add to it. */
  readonly runId: string;
}

/** One question to a receiver. */
export interface WebhookProbe {
  readonly name: string;
  /** `accept`: any 2xx. `refuse`: any 4xx. */
  readonly expects: 'accept' | 'refuse';
  /** What the expected answer shows. */
  readonly shows: string;
  /** The likely mistake in the receiver's code where the answer is the opposite. */
  readonly mistake: string;
  make(facts: ProbeFacts): Promise<WebhookPost>;
}

interface Variation {
  readonly id: string;
  /** Rounded to the receiver's favour where it should accept, against it where it should refuse. */
  readonly timestamp?: (nowSeconds: number) => number;
  readonly secret?: (secret: string) => string;
  /** Before it is signed. */
  readonly written?: (body: string) => string;
  /** After it was signed. */
  readonly changed?: (body: string) => string;
  readonly without?: readonly string[];
}

const same = <T>(value: T): T => value;

async function vary(facts: ProbeFacts, variation: Variation): Promise<WebhookPost> {
  const { id, written = same, changed = same, without = [] } = variation;
  const webhookId = `${facts.runId}_${id}`;
  const body = written(sampleEvent(webhookId, facts.now));
  const headers = await deliveryHeaders({
    body,
    webhookId,
    secret: (variation.secret ?? same)(facts.secret),
    timestamp: (variation.timestamp ?? Math.floor)(facts.now / 1000),
  });
  const kept = Object.entries(headers).filter(([name]) => !without.includes(name));
  return { body: changed(body), headers: Object.fromEntries(kept) };
}

/** A probe that is the sample event with one thing varied. */
export function probe(
  name: string,
  expects: WebhookProbe['expects'],
  [shows, mistake]: readonly [shows: string, mistake: string],
  variation: Variation,
): WebhookProbe {
  return { name, expects, shows, mistake, make: (facts) => vary(facts, variation) };
}

import { BoundedMap } from '../ground/bounded-map.ts';
import type { DeliveryAttempt, JournaledRequest } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { heldSecrets } from './mask.ts';

const ENTRIES_MAX = 10_000;
const CHARS_MAX = 16 * 1024 * 1024;

/** A message as it was sent to a receiver. */
export interface SentMessage {
  readonly url: string;
  /** Includes the signature as sent, but never the secret itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The start of a receiver's answer. */
export interface AnswerStart {
  readonly contentType: string | null;
  readonly text: string;
  /** Whether the answer was longer. */
  readonly isCut: boolean;
}

/** Why another attempt follows, or why none does (spec §6.3). */
export type FollowUp =
  | 'acknowledged'
  | 'triedAgain'
  | 'attemptsSpent'
  | 'windowOver'
  | 'recordInvalid';

/** What is known of one attempt beyond its outcome. */
export interface AttemptTraffic {
  /** `null`: there was no address to send it to. */
  readonly sent: SentMessage | null;
  /** `null`: no answer came. */
  readonly answer: AnswerStart | null;
  readonly followUp: FollowUp;
  /** When the next attempt is due, in Unix milliseconds of the world. */
  readonly nextAttemptAt: number | null;
}

/** A text of which only the start is kept. */
export interface TextStart {
  readonly text: string;
  readonly isCut: boolean;
}

/** What a request and its answer said, with their secrets and phone numbers masked. */
export interface Exchange {
  /** How long the answer took, in milliseconds of the world's clock. */
  readonly durationMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly { readonly name: string; readonly value: string }[];
  /** `null`: nothing read the body. */
  readonly body: TextStart | null;
  /** `null`: no answer was sent. */
  readonly reply: (TextStart & { readonly headers: Readonly<Record<string, string>> }) | null;
}

/** A text as sent, or the masked start of a long one. */
export type SaidText = string | TextStart;

/** An exchange before it is kept. */
export interface Said {
  /** As it was sent, without the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly durationMs: number;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: SaidText | null;
  /** `null`: no answer was sent. */
  readonly reply: SaidText | null;
  readonly replyHeaders: Readonly<Record<string, string>>;
  /** The secrets of the world's keys and webhooks at that time. */
  readonly secrets: readonly string[];
}

/**
 * An exchange as sent, to be masked only when someone looks at it: masking costs many times what
 * answering does, and most requests are never looked at. A class for the same reason as `KeptRequest`.
 */
export class SaidExchange implements Said {
  readonly url: string;
  readonly headers: Said['headers'];
  readonly durationMs: number;
  readonly query: Said['query'];
  readonly body: SaidText | null;
  readonly reply: SaidText | null;
  readonly replyHeaders: Said['replyHeaders'];
  readonly secrets: readonly string[];

  constructor(said: Said) {
    const { url, headers, durationMs, query, body, reply, replyHeaders, secrets } = said;
    this.url = url;
    this.headers = headers;
    this.durationMs = durationMs;
    this.query = query;
    this.body = body;
    this.reply = reply;
    this.replyHeaders = replyHeaders;
    this.secrets = secrets;
  }
}

function charsIn(said: SaidText | null): number {
  return typeof said === 'string' ? said.length : (said?.text.length ?? 0);
}

function charsOf({ url, headers, query, body, reply }: SaidExchange): number {
  const named = [...query, ...Object.entries(headers)];
  const namedChars = named.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return url.length + namedChars + charsIn(body) + charsIn(reply);
}

interface HeldSecrets {
  readonly changes: number;
  readonly secrets: readonly string[];
}

/**
 * What went over the wire, for debugging. It is not part of the world, a snapshot or a state file. Its
 * keys are the entries themselves, because two worlds can share an id but never an entry.
 */
export class Traffic {
  /** Whether requests are kept with their exchanges. */
  keepsBodies = false;
  #isOfExamples = false;
  #asked: boolean | 'byWorld' = false;
  readonly #attempts = new BoundedMap<DeliveryAttempt, AttemptTraffic>({
    entries: ENTRIES_MAX,
    chars: CHARS_MAX,
  });
  #held: (Pick<World, 'organizations' | 'keys'> & HeldSecrets) | undefined;
  readonly #exchanges: BoundedMap<JournaledRequest, SaidExchange>;

  /** @param requestsKept the maximum number of requests in the journal. */
  constructor(requestsKept: number) {
    const entries = Math.min(requestsKept, ENTRIES_MAX);
    this.#exchanges = new BoundedMap({ entries, chars: CHARS_MAX });
  }

  /** @param asked `byWorld`: only if the world began with records of reserved names alone. */
  keepBodies(asked: boolean | 'byWorld'): void {
    this.#asked = asked;
    this.#decide();
  }

  /** Sets whether the world began with records of reserved names alone, which no one owns. */
  worldIsOfExamples(isOfExamples: boolean): void {
    this.#isOfExamples = isOfExamples;
    this.#decide();
  }

  #decide(): void {
    this.keepsBodies = this.#asked === 'byWorld' ? this.#isOfExamples : this.#asked;
  }

  keepAttempt(attempt: DeliveryAttempt, traffic: AttemptTraffic): void {
    const { sent, answer } = traffic;
    const sentChars = sent === null ? 0 : sent.url.length + sent.body.length;
    this.#attempts.set(attempt, traffic, sentChars + (answer?.text.length ?? 0));
  }

  /** Returns what is still known of the attempt. */
  ofAttempt(attempt: DeliveryAttempt): AttemptTraffic | undefined {
    return this.#attempts.get(attempt);
  }

  keepExchange(request: JournaledRequest, exchange: SaidExchange): void {
    this.#exchanges.set(request, exchange, charsOf(exchange));
  }

  /** Returns the secrets of the world's keys and webhooks; reads them again if they may have changed. */
  secretsOf(world: World): readonly string[] {
    const { organizations, keys } = world;
    const changes = organizations.changes + keys.changes;
    const held = this.#held;
    if (held?.organizations === organizations && held.keys === keys && held.changes === changes) {
      return held.secrets;
    }
    const secrets = heldSecrets(world);
    this.#held = { organizations, keys, changes, secrets };
    return secrets;
  }

  /** Returns what is still known of the request. */
  ofRequest(request: JournaledRequest): SaidExchange | undefined {
    return this.#exchanges.get(request);
  }
}

import { isBrowser } from './browser-guard.ts';
import { type CheckReport, runCheck } from './check.ts';
import { type ConsentEvidenceOptions, clientSettings, givenOptions } from './client-settings.ts';
import { keepWire } from './client-wire.ts';
import type { Clock } from './clock.ts';
import { invalidInput } from './errors/invalid-input-error.ts';
import { Cdrs } from './resources/cdrs.ts';
import { checkedRequest, type RawRequest } from './resources/checked-request.ts';
import { Domains } from './resources/domains.ts';
import { Shares } from './resources/shares.ts';
import { createSend } from './transport/call.ts';
import { type CallOptions, callOptionsOf } from './transport/call-options.ts';
import { type CallPromise, callPromise } from './transport/call-promise.ts';
import { fromCaller, fromCallerNow } from './transport/caller-stack.ts';
import type { Send } from './transport/outgoing.ts';

function checked(options: ConsentEvidenceOptions) {
  const given = givenOptions(options);
  const settings = clientSettings(given);
  if (isBrowser() && given.allowBrowser !== true) {
    const message =
      'in a browser, everyone can read the API key and the API cannot be called; ' +
      'call it from a server, or set allowBrowser';
    throw invalidInput('allowBrowser', message);
  }
  return { given, settings };
}

/**
 * A client for the Consent Evidence Records API, for servers.
 *
 * The constructor throws an `InvalidInputError` for invalid options. A missing key or base URL is
 * reported by the first call, so that a build without secrets can import and construct a client.
 *
 * @example
 * ```ts
 * const client = new ConsentEvidence({ apiKey: process.env.KEY, baseUrl: 'https://api.example.com' });
 * const receipt = await client.shares.receive(shareUrl, { deadlineMs: 5_000 });
 * ```
 */
export class ConsentEvidence {
  /** The domains on which the organization has records. */
  readonly domains: Domains;
  /** Consent evidence records. */
  readonly cdrs: Cdrs;
  /** Records that others share. */
  readonly shares: Shares;
  readonly #send: Send;
  readonly #clock: Clock;
  readonly #options: ConsentEvidenceOptions;

  constructor(options: ConsentEvidenceOptions = {}) {
    const { given, settings } = fromCallerNow(new.target, () => checked(options));
    const send = createSend(settings);
    keepWire(this, { send, clock: settings.clock, baseUrl: settings.baseUrl });
    this.#send = send;
    this.#clock = settings.clock;
    this.#options = given;
    this.domains = new Domains(send);
    this.cdrs = new Cdrs(send, settings.baseUrl, settings.clock);
    this.shares = new Shares(send, settings);
  }

  /**
   * Calls an endpoint that has no method here yet, with the same key, checks, envelope and errors.
   * Resolves to the reply's `data`, unchecked. A `POST` is retried only if nothing was sent, after
   * a 429, or with a new key after a 401.
   *
   * @example
   * ```ts
   * const data = await client.request({ method: 'GET', path: '/v1/packages/pkg_1' });
   * ```
   */
  request(request: RawRequest): CallPromise<unknown> {
    return callPromise(async () => this.#send(checkedRequest(request), callOptionsOf(request)));
  }

  /**
   * Makes one harmless call and says in plain words what is wrong with the configuration:
   * connection, base URL, key, access, clock. Never rejects because of a problem that it finds,
   * only because of the caller's own signal or options.
   *
   * @example
   * ```ts
   * const { ok, problems } = await client.check();
   * if (!ok) for (const { area, message } of problems) console.error(area, message);
   * ```
   */
  check(options?: CallOptions): Promise<CheckReport> {
    return fromCaller(() => runCheck(this.#send, this.#clock, options));
  }

  /**
   * Returns a copy of this client with some options changed. Options that are `undefined` stay
   * unchanged.
   *
   * @example
   * ```ts
   * const impatient = client.withOptions({ maxRetries: 0, timeoutMs: 2_000 });
   * ```
   */
  withOptions(changes: ConsentEvidenceOptions): ConsentEvidence {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- looked for on the stack, not called
    return fromCallerNow(this.withOptions, () => {
      const given = Object.entries(givenOptions(changes)).filter(
        ([, value]) => value !== undefined,
      );
      return clientOf({ ...this.#options, ...Object.fromEntries(given) });
    });
  }
}

/** Outside of the class: a bundler renames a class that names itself, and the name is logged. */
function clientOf(options: ConsentEvidenceOptions): ConsentEvidence {
  return new ConsentEvidence(options);
}

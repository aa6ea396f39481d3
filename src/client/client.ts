import { invalidInput } from '../errors/invalid-input-error.ts';
import { bindMethods, unbound } from '../platform/bind-methods.ts';
import type { Clock } from '../platform/clock.ts';
import { Cdrs } from '../resources/cdrs.ts';
import { checkedRequest, type RawRequest } from '../resources/checked-request.ts';
import { Domains } from '../resources/domains.ts';
import { Shares } from '../resources/shares.ts';
import { createSend } from '../transport/call.ts';
import type { CallOptions } from '../transport/call-options.ts';
import { type CallPromise, callPromise } from '../transport/call-promise.ts';
import { fromCaller, fromCallerNow } from '../transport/caller-stack.ts';
import type { Send } from '../transport/outgoing.ts';
import type { RetryQuota } from '../transport/retry-quota.ts';
import { isBrowser } from './browser-guard.ts';
import type { CheckReport } from './check.ts';
import { type ConsentEvidenceOptions, clientSettings, givenOptions } from './client-settings.ts';
import { keepWire } from './client-wire.ts';

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
  readonly #quota: RetryQuota;

  constructor(options: ConsentEvidenceOptions = {}) {
    const { given, settings } = fromCallerNow(new.target, () => checked(options));
    const send = createSend(settings);
    keepWire(this, { send, clock: settings.clock, baseUrl: settings.baseUrl });
    this.#send = send;
    this.#clock = settings.clock;
    this.#options = given;
    this.#quota = settings.retryQuota;
    this.domains = new Domains(send);
    this.cdrs = new Cdrs(send, settings.baseUrl, settings.clock);
    this.shares = new Shares(send, settings);
    bindMethods(this);
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
    return callPromise(async () => {
      const { outgoing, options } = checkedRequest(request);
      return this.#send(outgoing, options);
    });
  }

  /**
   * Lists the domains and says in plain words what is wrong with the configuration: connection, base
   * URL, key, access, clock. Then says whose key it is, from one record. Never rejects because of a problem that it finds,
   * only because of the caller's own signal or options.
   *
   * @example
   * ```ts
   * const { ok, problems, keyId, organizationName } = await client.check();
   * console.log(keyId, organizationName);
   * if (!ok) for (const { area, message } of problems) console.error(area, message);
   * ```
   */
  check(options?: CallOptions): Promise<CheckReport> {
    return fromCaller(async () => {
      const { runCheck } = await import('./check.ts');
      return runCheck(this.#send, this.#clock, options);
    });
  }

  /**
   * Returns a copy of this client with some options changed. Options that are `undefined` stay
   * unchanged. A copy of a subclass is of that subclass, whose constructor must take the options and
   * pass them on.
   *
   * @example
   * ```ts
   * const impatient = client.withOptions({ maxRetries: 0, timeoutMs: 2_000 });
   * ```
   */
  withOptions(changes: ConsentEvidenceOptions): this {
    return fromCallerNow(unbound(this, 'withOptions'), () => {
      const given = Object.entries(givenOptions(changes)).filter(
        ([, value]) => value !== undefined,
      );
      const options: ConsentEvidenceOptions = { ...this.#options, ...Object.fromEntries(given) };
      const copy = new (this.constructor as new (options: ConsentEvidenceOptions) => this)(options);
      // Of another account, calls would go astray.
      if (isSameAccount(copy.#options, options)) {
        if (copy.#quota.most === this.#quota.most) copy.#quota.share(this.#quota);
        return copy;
      }
      const message = 'the constructor of a subclass must take the options and pass them on';
      throw invalidInput('options', message);
    });
  }
}

/** Whether a copy got the key and the base URL that it was given; it may wrap a key function. */
function isSameAccount(got: ConsentEvidenceOptions, given: ConsentEvidenceOptions): boolean {
  if (got.baseUrl !== given.baseUrl) return false;
  const areFunctions = [got, given].every(({ apiKey }) => typeof apiKey === 'function');
  return areFunctions || got.apiKey === given.apiKey;
}

import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from '../../src/contract/limits.ts';
import { checkedOptions } from '../../src/errors/checked-options.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import {
  anything,
  callback,
  flag,
  instant,
  type Kind,
  kindOf,
  oneOf,
  text,
  wholeNumber,
} from '../../src/options/kinds.ts';
import type { OptionTable } from '../../src/options/option-table.ts';
import { TIMER_MAX_MS } from '../../src/platform/clock.ts';
import type { FetchLike } from '../../src/platform/platform.ts';
import { type Readings } from '../../src/readings/readings.ts';
import type { EngineOptions } from '../engine/engine.ts';
import { defaultUrls, httpUrl, withoutSlash } from '../ground/urls.ts';
import { completeReadings, readingsKind } from '../readings/readings.ts';
import type { Seed } from '../seed/seed.ts';

/**
 * Options of `createMockService`.
 *
 * @example
 * ```ts
 * const options: MockOptions = { now: '2026-01-05T12:00:00Z', seed: 'demo', idSeed: 'docs' };
 * ```
 */
export interface MockOptions {
  /**
   * The initial time: Unix milliseconds, a `Date`, or a string that `Date` can parse. The clock
   * is stopped until you move it, for example with `advance`. Default: real time.
   */
  now?: number | string | Date | undefined;
  /** With `now`: the clock runs on from there at real speed. Default: `false`. */
  running?: boolean | undefined;
  /** `{base_url}` of the service. Default: `https://api.consent-evidence.example`. */
  baseUrl?: string | undefined;
  /** `{dashboard_url}`. Default: `https://dashboard.consent-evidence.example`. */
  dashboardUrl?: string | undefined;
  /**
   * The same seed gives the same ids and secrets in each run, and again after `reset` and `restore`.
   * Default: random, and no id is given out twice. Required in a Worker that creates its fake at
   * module load, where no random numbers are available yet.
   */
  idSeed?: string | undefined;
  /** How the fake behaves where the service's documentation is silent; see {@link Readings}. */
  readings?: Partial<Readings> | undefined;
  /** Initial data: `'demo'`, or a seed of your own. Default: none. */
  seed?: 'demo' | Seed | undefined;
  /** Sends webhook deliveries. Default: the platform's `fetch`. */
  webhookFetch?: FetchLike | undefined;
  /**
   * The time in the headers and body of a delivery: of the fake's clock (`world`) or real time
   * (`wall`). A receiver that uses real time refuses `world` stamps if the two differ. Default:
   * `world`, and `wall` with `serveMock`.
   */
  webhookTimestamps?: 'world' | 'wall' | undefined;
  /** Timeout of a delivery attempt, in real milliseconds. Default: 20,000 (spec §6.3). */
  webhookTimeoutMs?: number | undefined;
  /** Longer request bodies are refused. From 1 byte to 1 GiB. Default: 16 MiB. */
  maxBodyBytes?: number | undefined;
  /**
   * How many of the last requests `requests()` and `explain()` can return, from 1 to 1,000,000.
   * Together they take at most 16 MB; older ones are dropped. Default: 1,000.
   */
  requestsKept?: number | undefined;
}

/** The options, checked and complete. */
export interface CompleteOptions extends EngineOptions {
  readonly seed: 'demo' | Seed | null;
}

const REQUESTS_DEFAULT = 1000;
const REQUESTS_MAX = 1_000_000;

const SEED_MAX_CHARS = 10_000;

const BODY_DEFAULT_BYTES = 16 * 1024 * 1024;

/** Valid criteria alone can hold two million characters. A body beyond this limit is a mistake. */
const BODY_MAX_BYTES = 1024 * 1024 * 1024;

/** What `new Date` reads as an instant. It reads `null` as 1970, and `true` as a millisecond later. */
const timeOfDate = (): Kind =>
  kindOf('milliseconds, a Date or a date string', (value) => {
    const isText = typeof value === 'string';
    return instant.fits(isText ? new Date(value).getTime() : value);
  });

const OPTIONS = (): OptionTable<MockOptions> => ({
  now: timeOfDate(),
  running: flag,
  baseUrl: httpUrl(),
  dashboardUrl: httpUrl(),
  idSeed: text(0, SEED_MAX_CHARS),
  readings: readingsKind(),
  seed: anything,
  webhookFetch: callback,
  webhookTimestamps: oneOf('world', 'wall'),
  webhookTimeoutMs: wholeNumber(1, TIMER_MAX_MS, 'milliseconds'),
  maxBodyBytes: wholeNumber(1, BODY_MAX_BYTES, 'bytes'),
  requestsKept: wholeNumber(1, REQUESTS_MAX),
});

function randomSeed(): string {
  const words = new Uint32Array(4);
  try {
    crypto.getRandomValues(words);
  } catch {
    // A Worker has no random values before its first request.
    throw invalidInput('idSeed', 'required: no random values are available here yet');
  }
  return Array.from(words, (word) => word.toString(36)).join('');
}

/** Checks and completes the options. Invalid ones are refused with their paths. */
export function checkOptions(given: MockOptions): CompleteOptions {
  const options = checkedOptions(OPTIONS, given);
  const { baseUrl, dashboardUrl } = options;
  const now = options.now === undefined ? null : new Date(options.now).getTime();
  return {
    now,
    running: now === null || options.running === true,
    urls: {
      api: baseUrl === undefined ? defaultUrls.api : withoutSlash(baseUrl),
      evidence: defaultUrls.evidence,
      dashboard: dashboardUrl === undefined ? defaultUrls.dashboard : withoutSlash(dashboardUrl),
    },
    idSeed: options.idSeed ?? randomSeed(),
    idsRepeat: options.idSeed !== undefined,
    readings: completeReadings(options.readings),
    seed: options.seed ?? null,
    webhookFetch: options.webhookFetch ?? null,
    webhookTimestamps: options.webhookTimestamps ?? null,
    webhookTimeoutMs: options.webhookTimeoutMs ?? WEBHOOK_ATTEMPT_TIMEOUT_MS,
    maxBodyBytes: options.maxBodyBytes ?? BODY_DEFAULT_BYTES,
    requestsKept: options.requestsKept ?? REQUESTS_DEFAULT,
  };
}

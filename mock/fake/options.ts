import type { Issue } from '../../src/contract/issue.ts';
import { TIMER_MAX_MS, WEBHOOK_ATTEMPT_TIMEOUT_MS } from '../../src/contract/limits.ts';
import { withNearest } from '../../src/contract/with-nearest.ts';
import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { FetchLike } from '../../src/platform.ts';
import { type Readings } from '../../src/readings/readings.ts';
import type { EngineOptions } from '../engine/engine.ts';
import { checkBaseUrl, defaultUrls } from '../ground/urls.ts';
import { checkReadings } from '../readings/readings.ts';
import type { Seed } from '../seed/seed.ts';

/**
 * How the fake is set up.
 *
 * @example
 * ```ts
 * const options: MockOptions = { now: '2026-01-05T12:00:00Z', seed: 'demo', idSeed: 'docs' };
 * ```
 */
export interface MockOptions {
  /**
   * The instant at which the world begins: Unix milliseconds, a `Date`, or what `Date` can read.
   * With it the clock stands still until told; without it real time is used.
   */
  now?: number | string | Date | undefined;
  /** With `now`: the clock runs on from there at real speed. */
  running?: boolean | undefined;
  /** `{base_url}` of the service; default: `https://api.consent-evidence.example`. */
  baseUrl?: string | undefined;
  /** `{dashboard_url}`; default: `https://dashboard.consent-evidence.example`. */
  dashboardUrl?: string | undefined;
  /**
   * With one seed, ids and secrets repeat from run to run. Default: random; a Worker that makes
   * its fake while its modules load has to say, for it draws nothing random before a request.
   */
  idSeed?: string | undefined;
  /** Other readings of what the service's documentation leaves open. */
  readings?: Partial<Readings> | undefined;
  /** What the world holds from the start: `'demo'`, or a seed of one's own. */
  seed?: 'demo' | Seed | undefined;
  /** What deliveries are sent with; default: the platform's `fetch`. */
  webhookFetch?: FetchLike | undefined;
  /**
   * The time that deliveries are stamped with: the world's (the default), or the wall's, without
   * which a real receiver refuses them when the two differ. `serveMock` uses the wall's.
   */
  webhookTimestamps?: 'world' | 'wall' | undefined;
  /** When a receiver that hangs is cut off, in real milliseconds; default: 20,000. */
  webhookTimeoutMs?: number | undefined;
  /** A longer request body is refused; default: 16 MiB. */
  maxBodyBytes?: number | undefined;
  /**
   * How many requests `requests()` and `explain` have, from 1 to 1,000,000; default: the last 1,000.
   * They take at most 16 MB besides.
   */
  requestsKept?: number | undefined;
}

/** The options, checked and complete. */
export interface CompleteOptions extends EngineOptions {
  readonly seed: 'demo' | Seed | null;
}

const NAMES = [
  'now',
  'running',
  'baseUrl',
  'dashboardUrl',
  'idSeed',
  'readings',
  'seed',
  'webhookFetch',
  'webhookTimestamps',
  'webhookTimeoutMs',
  'maxBodyBytes',
  'requestsKept',
] as const satisfies readonly (keyof MockOptions)[];

const REQUESTS_DEFAULT = 1000;
const REQUESTS_MAX = 1_000_000;

const BODY_DEFAULT_BYTES = 16 * 1024 * 1024;

/** Legal criteria alone can hold two million characters; beyond this a body is an accident. */
const BODY_MAX_BYTES = 1024 * 1024 * 1024;

function instantOf(now: MockOptions['now']): number | null {
  if (now === undefined) return null;
  // `new Date` reads `null` as 1970 and `true` a millisecond later.
  if (typeof now !== 'number' && typeof now !== 'string' && !(now instanceof Date)) return NaN;
  return new Date(now).getTime();
}

function isWhole(value: unknown, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}

function issuesOf(options: MockOptions, now: number | null): Issue[] {
  const { running, idSeed, webhookTimestamps, webhookFetch } = options;
  const { webhookTimeoutMs = 1, maxBodyBytes = 1, requestsKept = 1 } = options;
  const checks: [ok: boolean, path: string, expected: string][] = [
    [
      now === null || Number.isFinite(now),
      'now',
      'an instant: milliseconds, a Date or a date text',
    ],
    [running === undefined || typeof running === 'boolean', 'running', 'true or false'],
    [idSeed === undefined || typeof idSeed === 'string', 'idSeed', 'a string'],
    [
      webhookTimestamps === undefined || ['world', 'wall'].includes(webhookTimestamps),
      'webhookTimestamps',
      '"world" or "wall"',
    ],
    [
      webhookFetch === undefined || typeof webhookFetch === 'function',
      'webhookFetch',
      'a function like fetch',
    ],
    [isWhole(webhookTimeoutMs, TIMER_MAX_MS), 'webhookTimeoutMs', 'whole milliseconds from 1'],
    [isWhole(maxBodyBytes, BODY_MAX_BYTES), 'maxBodyBytes', 'whole bytes from 1'],
    [isWhole(requestsKept, REQUESTS_MAX), 'requestsKept', 'a whole number from 1 to 1,000,000'],
  ];
  const unknown = Object.keys(options).filter((name) => !NAMES.includes(name as never));
  return [
    ...unknown.map((name) => ({ path: name, message: withNearest('no such option', name, NAMES) })),
    ...checks.flatMap(([ok, path, text]) => (ok ? [] : [{ path, message: `expected ${text}` }])),
  ];
}

function randomSeed(): string {
  const words = new Uint32Array(4);
  try {
    crypto.getRandomValues(words);
  } catch {
    // A Worker draws none before its first request.
    throw invalidInput('idSeed', 'expected one: there are no random values here yet');
  }
  return Array.from(words, (word) => word.toString(36)).join('');
}

/** Completes the options; what cannot be is refused with its path. */
export function checkOptions(options: MockOptions): CompleteOptions {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw invalidInput('options', 'expected an object');
  }
  const now = instantOf(options.now);
  const issues = issuesOf(options, now);
  if (issues.length > 0) throw new InvalidInputError(issues);
  const { baseUrl, dashboardUrl } = options;
  return {
    now,
    running: now === null || options.running === true,
    urls: {
      api: baseUrl === undefined ? defaultUrls.api : checkBaseUrl('baseUrl', baseUrl),
      evidence: defaultUrls.evidence,
      dashboard:
        dashboardUrl === undefined
          ? defaultUrls.dashboard
          : checkBaseUrl('dashboardUrl', dashboardUrl),
    },
    idSeed: options.idSeed ?? randomSeed(),
    readings: checkReadings(options.readings),
    seed: options.seed ?? null,
    webhookFetch: options.webhookFetch ?? null,
    webhookTimestamps: options.webhookTimestamps ?? null,
    webhookTimeoutMs: options.webhookTimeoutMs ?? WEBHOOK_ATTEMPT_TIMEOUT_MS,
    maxBodyBytes: options.maxBodyBytes ?? BODY_DEFAULT_BYTES,
    requestsKept: options.requestsKept ?? REQUESTS_DEFAULT,
  };
}

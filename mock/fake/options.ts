import { TIMER_MAX_MS, WEBHOOK_ATTEMPT_TIMEOUT_MS } from '../../src/contract/limits.ts';
import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Issue } from '../../src/options/issue.ts';
import { unknownOptions } from '../../src/options/unknown-options.ts';
import type { FetchLike } from '../../src/platform.ts';
import { type Readings } from '../../src/readings/readings.ts';
import type { EngineOptions } from '../engine/engine.ts';
import { checkBaseUrl, defaultUrls } from '../ground/urls.ts';
import { checkReadings } from '../readings/readings.ts';
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

/** Valid criteria alone can hold two million characters. A body beyond this limit is a mistake. */
const BODY_MAX_BYTES = 1024 * 1024 * 1024;

function instantOf(now: MockOptions['now']): number | null {
  if (now === undefined) return null;
  // `new Date` reads `null` as 1970, and `true` as a millisecond later.
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
    [now === null || Number.isFinite(now), 'now', 'milliseconds, a Date or a date string'],
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
  return [
    ...unknownOptions(options, NAMES),
    ...checks.flatMap(([ok, path, text]) => (ok ? [] : [{ path, message: `expected ${text}` }])),
  ];
}

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
    idsRepeat: options.idSeed !== undefined,
    readings: checkReadings(options.readings),
    seed: options.seed ?? null,
    webhookFetch: options.webhookFetch ?? null,
    webhookTimestamps: options.webhookTimestamps ?? null,
    webhookTimeoutMs: options.webhookTimeoutMs ?? WEBHOOK_ATTEMPT_TIMEOUT_MS,
    maxBodyBytes: options.maxBodyBytes ?? BODY_DEFAULT_BYTES,
    requestsKept: options.requestsKept ?? REQUESTS_DEFAULT,
  };
}

import type { ConsentEvidence } from '../client.ts';
import { type ClientWire, wireOf } from '../client-wire.ts';
import type { Clock } from '../clock.ts';
import { UNIT_MS } from '../contract/limits.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { unknownOptions } from '../options/unknown-options.ts';
import type { WebAbortSignal } from '../platform.ts';
import type { CalibrationRequest } from './asker.ts';
import { type GivenToken, givenToken } from './given-token.ts';
import { type Materials, materialIssues, materialsOf } from './materials.ts';
import type { ReportKey } from './sign-report.ts';
import { TIER_NUMBERS, type Tier } from './tier.ts';

/** Options of {@link calibrate}. */
export interface CalibrateOptions {
  /** A client of the organization that captured and paid for the records that are shared. */
  readonly sender: ConsentEvidence;
  /** A client of another organization. All its receives must be refused. */
  readonly receiver: ConsentEvidence;
  /** How far to go. Default: 1, which only reads. See {@link TIERS}. */
  readonly tier?: Tier | undefined;
  /**
   * Share tokens or share URLs for tier 2 with their records, at most 100. A token is left out unless
   * the sender captured and paid for its record. Tier 3 creates its own.
   */
  readonly tokens?: readonly GivenToken[] | undefined;
  /** What a calibration cannot create with requests. */
  readonly materials?: Materials | undefined;
  /**
   * How long the run may wait in total, in milliseconds. Default: 400,000, enough for a `downloadUrl`
   * to expire. With 0 the run never waits, and readings that need time are not measured.
   */
  readonly maxWaitMs?: number | undefined;
  /** How many records of each organization are counted, up to a whole page. Default: 5,000. */
  readonly maxRecords?: number | undefined;
  /** Called before each request. If it throws, the run ends with that error. */
  readonly onRequest?: ((request: CalibrationRequest) => void | Promise<void>) | undefined;
  /** Signs the report. */
  readonly sign?: ReportKey | undefined;
  /** Default: the receiver's clock. */
  readonly clock?: Clock | undefined;
  /** Ends the run with the signal's reason. Only tokens of up to 60 seconds remain. */
  readonly signal?: WebAbortSignal | undefined;
  /** Generates the phrase that no page contains. Default: the platform's random numbers. */
  readonly random?: (() => number) | undefined;
}

/** The options with all defaults filled in. */
export interface CalibrateSettings {
  readonly wires: Readonly<Record<'sender' | 'receiver', ClientWire>>;
  readonly tier: Tier;
  readonly tokens: readonly GivenToken[];
  readonly materials: Materials;
  readonly maxWaitMs: number;
  readonly maxRecords: number;
  readonly onRequest: CalibrateOptions['onRequest'];
  readonly sign: ReportKey | undefined;
  readonly clock: Clock;
  readonly signal: WebAbortSignal | undefined;
  readonly random: () => number;
}

const NAMES: readonly (keyof CalibrateOptions)[] = [
  ...(['sender', 'receiver', 'tier', 'tokens', 'materials', 'maxWaitMs'] as const),
  ...(['maxRecords', 'onRequest', 'sign', 'clock', 'signal', 'random'] as const),
];

const MAX_WAIT_MS = 400_000;
const MAX_WAIT_MAX_MS = UNIT_MS.hours;
const MAX_RECORDS = 5_000;
const MAX_RECORDS_MAX = 1_000_000;
const TOKENS_MAX = 100;

function numberIssues(path: string, value: unknown, min: number, max: number): Issue[] {
  if (value === undefined) return [];
  const fits = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return fits ? [] : [{ path, message: `expected a whole number from ${min} to ${max}` }];
}

function tokenIssues(tokens: unknown): Issue[] {
  if (tokens === undefined) return [];
  const message = `expected at most ${TOKENS_MAX} share tokens with their records, each { token, cdrId }`;
  if (!Array.isArray(tokens) || tokens.length > TOKENS_MAX) return [{ path: 'tokens', message }];
  return tokens.flatMap((each: unknown, index) =>
    givenToken(each) === undefined ? [{ path: `tokens.${index}`, message }] : [],
  );
}

function issuesOf(options: CalibrateOptions): Issue[] {
  const { sender, receiver, tier, onRequest, random } = options;
  const issues = unknownOptions(options, NAMES);
  for (const [path, client] of Object.entries({ sender, receiver })) {
    if (wireOf(client) !== undefined) continue;
    issues.push({ path, message: 'expected a ConsentEvidence client of this copy of the package' });
  }
  if (sender === receiver && wireOf(sender) !== undefined) {
    issues.push({ path: 'receiver', message: 'expected a client of another organization' });
  }
  if (tier !== undefined && !TIER_NUMBERS.includes(tier)) {
    issues.push({ path: 'tier', message: 'expected 0, 1, 2 or 3' });
  }
  for (const [path, value] of Object.entries({ onRequest, random })) {
    if (value === undefined || typeof value === 'function') continue;
    issues.push({ path, message: 'expected a function' });
  }
  return [
    ...issues,
    ...tokenIssues(options.tokens),
    ...materialIssues(options.materials),
    ...numberIssues('maxWaitMs', options.maxWaitMs, 0, MAX_WAIT_MAX_MS),
    ...numberIssues('maxRecords', options.maxRecords, 1, MAX_RECORDS_MAX),
  ];
}

/** Returns a number from 0 up to 1 from the platform's secure random source. */
function platformRandom(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word / 2 ** 32;
}

/** Checks the options and fills in defaults. @throws `InvalidInputError` naming each invalid one. */
export function calibrateSettings(options: CalibrateOptions): CalibrateSettings {
  const isObject = typeof options === 'object' && (options as unknown) !== null;
  const issues = issuesOf(isObject ? options : ({} as CalibrateOptions));
  if (issues.length > 0) throw new InvalidInputError(issues);
  const sender = wireOf(options.sender) as ClientWire;
  const receiver = wireOf(options.receiver) as ClientWire;
  return {
    wires: { sender, receiver },
    tier: options.tier ?? 1,
    tokens: (options.tokens ?? []).flatMap((each) => givenToken(each) ?? []),
    materials: materialsOf(options.materials ?? {}),
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
    maxRecords: options.maxRecords ?? MAX_RECORDS,
    onRequest: options.onRequest,
    sign: options.sign,
    clock: options.clock ?? receiver.clock,
    signal: options.signal,
    random: options.random ?? platformRandom,
  };
}

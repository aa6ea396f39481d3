import type { ConsentEvidence } from '../client.ts';
import { type ClientWire, wireOf } from '../client-wire.ts';
import type { Clock } from '../clock.ts';
import { UNIT_MS } from '../contract/limits.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { unknownOptions } from '../options/unknown-options.ts';
import type { WebAbortSignal } from '../platform.ts';
import type { CalibrationRequest } from './asker.ts';
import { type Materials, materialIssues, materialsOf } from './materials.ts';
import type { ReportKey } from './sign-report.ts';
import { TIER_NUMBERS, type Tier } from './tier.ts';
import { tokenIn } from './token-in.ts';
import type { GivenToken } from './tokens.ts';

/** Options of {@link calibrate}. */
export interface CalibrateOptions {
  /** A client of the organization that captured and paid for the records that are shared. */
  readonly sender: ConsentEvidence;
  /** A client of another organization. Below tier 4, all its receives are refused. */
  readonly receiver: ConsentEvidence;
  /** How far to go. Default: 1, which only reads. Tier 4 needs `maxCharges`. See {@link TIERS}. */
  readonly tier?: Tier | undefined;
  /**
   * Share tokens or share URLs for tier 2, at most 100, of records that the sender paid for. With its
   * `cdrId`, a token allows more measurements. Tier 3 creates its own.
   */
  readonly tokens?: readonly (string | GivenToken)[] | undefined;
  /** What a calibration cannot create with requests. */
  readonly materials?: Materials | undefined;
  /**
   * How many chargeable requests may be sent, 1 to 1,000. Required for tier 4, and only allowed there.
   * Each counts as one charge, whatever the service does. See `planCalibration`.
   */
  readonly maxCharges?: number | undefined;
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
  /** Ends the run with the signal's reason. Up to tier 3, only tokens of up to 60 seconds remain. */
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
  /** 0 below tier 4. */
  readonly maxCharges: number;
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
  ...(['maxCharges', 'maxRecords', 'onRequest', 'sign', 'clock', 'signal', 'random'] as const),
];

const MAX_CHARGES_MAX = 1_000;
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

function given(value: unknown): GivenToken | undefined {
  const { token: text, cdrId } = (typeof value === 'string' ? { token: value } : (value ?? {})) as {
    readonly token?: unknown;
    readonly cdrId?: unknown;
  };
  const token = typeof text === 'string' && text !== '' ? tokenIn(text) : undefined;
  if (token === undefined) return undefined;
  if (cdrId === undefined) return { token };
  return typeof cdrId === 'string' && cdrId !== '' ? { token, cdrId } : undefined;
}

function tokenIssues(tokens: unknown): Issue[] {
  if (tokens === undefined) return [];
  const message = `expected at most ${TOKENS_MAX} share tokens, each a string or { token, cdrId }`;
  if (!Array.isArray(tokens) || tokens.length > TOKENS_MAX) return [{ path: 'tokens', message }];
  return tokens.flatMap((each: unknown, index) =>
    given(each) === undefined ? [{ path: `tokens.${index}`, message }] : [],
  );
}

/** Checks that `maxCharges` is given for tier 4, and only for tier 4. */
export function chargesIssues({
  tier,
  maxCharges,
}: Pick<CalibrateOptions, 'tier' | 'maxCharges'>): Issue[] {
  if (tier === 4 && maxCharges === undefined) {
    const message = 'expected the maximum number of charges for tier 4; planCalibration lists them';
    return [{ path: 'maxCharges', message }];
  }
  if (tier !== 4 && maxCharges !== undefined) {
    return [{ path: 'maxCharges', message: 'only allowed with tier 4; no other tier charges' }];
  }
  return numberIssues('maxCharges', maxCharges, 1, MAX_CHARGES_MAX);
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
    issues.push({ path: 'tier', message: 'expected 0, 1, 2, 3 or 4' });
  }
  for (const [path, value] of Object.entries({ onRequest, random })) {
    if (value === undefined || typeof value === 'function') continue;
    issues.push({ path, message: 'expected a function' });
  }
  return [
    ...issues,
    ...tokenIssues(options.tokens),
    ...materialIssues(options.materials),
    ...chargesIssues(options),
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
    tokens: (options.tokens ?? []).flatMap((each) => given(each) ?? []),
    materials: materialsOf(options.materials ?? {}),
    maxCharges: options.maxCharges ?? 0,
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
    maxRecords: options.maxRecords ?? MAX_RECORDS,
    onRequest: options.onRequest,
    sign: options.sign,
    clock: options.clock ?? receiver.clock,
    signal: options.signal,
    random: options.random ?? platformRandom,
  };
}

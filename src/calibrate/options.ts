import type { ConsentEvidence } from '../client/client.ts';
import { type ClientWire, wireOf } from '../client/client-wire.ts';
import { UNIT_MS } from '../contract/limits.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import type { Issue } from '../options/issue.ts';
import {
  anything,
  callback,
  clockKind,
  type Kind,
  kindOf,
  listOf,
  oneOf,
  required,
  signalKind,
  wholeNumber,
} from '../options/kinds.ts';
import { type OptionTable, optionsOf } from '../options/option-table.ts';
import type { Clock } from '../platform/clock.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { CalibrationRequest } from './asker.ts';
import { type GivenToken, givenToken, givenTokenKind } from './given-token.ts';
import { MATERIALS, type Materials, materialsOf } from './materials.ts';
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

const MAX_WAIT_MS = 400_000;
const MAX_WAIT_MAX_MS = UNIT_MS.hours;
const MAX_RECORDS = 5_000;
const MAX_RECORDS_MAX = 1_000_000;
const TOKENS_MAX = 100;

const clientKind = (): Kind =>
  kindOf(
    'a ConsentEvidence client of this copy of the package',
    (client) => wireOf(client) !== undefined,
  );

const OPTIONS = (): OptionTable<CalibrateOptions> => ({
  sender: required(clientKind()),
  receiver: required(clientKind()),
  tier: oneOf(...TIER_NUMBERS),
  tokens: listOf(givenTokenKind(), TOKENS_MAX),
  materials: optionsOf(MATERIALS()),
  maxWaitMs: wholeNumber(0, MAX_WAIT_MAX_MS, 'milliseconds'),
  maxRecords: wholeNumber(1, MAX_RECORDS_MAX, 'records'),
  onRequest: callback,
  sign: anything,
  clock: clockKind,
  signal: signalKind,
  random: callback,
});

function sameClientIssues({ sender, receiver }: CalibrateOptions): Issue[] {
  const message = 'expected a client of another organization';
  return sender === receiver ? [{ path: 'receiver', message }] : [];
}

/** Returns a number from 0 up to 1 from the platform's secure random source. */
function platformRandom(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word / 2 ** 32;
}

/** Checks the options and fills in defaults. @throws `InvalidInputError` naming each invalid one. */
export function calibrateSettings(given: CalibrateOptions): CalibrateSettings {
  const options = checkedOptions(OPTIONS, given, { also: sameClientIssues });
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

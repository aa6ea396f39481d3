import { invalidInput } from '../errors/invalid-input-error.ts';
import { READING_NAMES } from '../readings/readings.ts';
import { PERMITTED } from './guard.ts';
import type { CalibrateOptions } from './options.ts';
import { READING_ROWS } from './reading-rows.ts';
import { ASKED_STATEMENTS, LAST_STATEMENTS } from './statement-rows.ts';
import { TIER_NUMBERS, TIERS, type Tier } from './tier.ts';

/** What one tier of a run would do. */
export interface PlannedTier {
  /** The tier. */
  readonly tier: Tier;
  /** What it sends. */
  readonly asks: string;
  /** What it can never do. */
  readonly promise: string;
  /** What the guard permits beyond the lower tiers. */
  readonly permits: readonly string[];
  /** The readings that it can measure. */
  readonly readings: readonly {
    /** The reading's name. */
    readonly reading: string;
    /** What is sent. */
    readonly asks: string;
    /** What the measurement needs. */
    readonly needs: string;
    /** The most requests that are sent. */
    readonly requests: number;
  }[];
  /** The statements that it checks with requests of their own. */
  readonly statements: readonly {
    /** The section of the specification. */
    readonly section: string;
    /** The statement. */
    readonly statement: string;
    /** What is sent. */
    readonly asks: string;
  }[];
}

/** What a run would send. */
export interface CalibrationPlan {
  /** How far the run would go. */
  readonly tier: Tier;
  /** All tiers of the run, from 0. */
  readonly tiers: readonly PlannedTier[];
  /** What the run leaves behind. */
  readonly leaves: string;
}

function leavesOf(tier: Tier): string {
  if (tier < 3) return 'Nothing.';
  return 'Share tokens of the sender’s that expire within 60 seconds, and nothing else.';
}

function plannedTier(tier: Tier): PlannedTier {
  const readings = READING_NAMES.flatMap((reading) => {
    const row = READING_ROWS[reading];
    if (row.tier !== tier) return [];
    return [{ reading, asks: row.asks, needs: row.needs, requests: row.requests }];
  });
  const statements = [...ASKED_STATEMENTS, ...LAST_STATEMENTS].filter((row) => row.tier === tier);
  return {
    tier,
    ...TIERS[tier],
    readings,
    permits: PERMITTED.filter((each) => each.tier === tier).map(({ name }) => name),
    statements: statements.map(({ section, rule, asks }) => ({ section, statement: rule, asks })),
  };
}

/**
 * Lists what a calibration of this tier would send. Sends nothing.
 *
 * @throws InvalidInputError for a tier that does not exist.
 *
 * @example
 * ```ts
 * for (const { tier, asks, promise } of planCalibration({ tier: 3 }).tiers) {
 *   console.log(tier, asks, promise);
 * }
 * ```
 */
export function planCalibration({
  tier = 1,
}: Pick<CalibrateOptions, 'tier'> = {}): CalibrationPlan {
  if (!TIER_NUMBERS.includes(tier)) throw invalidInput('tier', 'expected 0, 1, 2 or 3');
  return {
    tier,
    tiers: TIER_NUMBERS.filter((each) => each <= tier).map(plannedTier),
    leaves: leavesOf(tier),
  };
}

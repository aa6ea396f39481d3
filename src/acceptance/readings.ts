import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** Which spellings of a lead's phone number are accepted; see `normalizePhone`. */
export type PhoneGrammar = 'strict' | 'lenient' | 'digits';

/**
 * The points that the specification leaves open about judging a record, each with its possible
 * readings. If the service turns out to differ from a default, pass the other reading.
 */
export interface AcceptanceReadings {
  /** The Unicode form to which texts and phrases are normalised (spec §2.7). Default: `NFC`. */
  unicodeForm: 'NFC' | 'NFKC';
  /**
   * How `requireEveryDisclosureConsented` evaluates a disclosure without `consentMechanism`, which
   * only old derivations lack (spec §2.3): by its checkbox members (`booleans`, the default), or as
   * missing data (`unavailable`).
   */
  missingMechanism: 'booleans' | 'unavailable';
  /**
   * Whether `DISCLOSURE_DETAILS_UNAVAILABLE` is reported for each requested rule (`perRule`, the
   * default) or only for the first one (`once`) (spec §7.1).
   */
  detailsUnavailable: 'perRule' | 'once';
  /**
   * How a capital sigma becomes lower case (spec §2.7): as `ς` at the end of a word and `σ` elsewhere
   * (`contextual`, the default), as `toLowerCase` does, or always as `σ` (`plain`).
   */
  finalSigma: 'contextual' | 'plain';
  /** Which spellings of a phone number normalise (spec §2.7). Default: `strict`. */
  phoneGrammar: PhoneGrammar;
}

/** Each reading's values, the default first. */
export const READING_VALUES: {
  [Name in keyof AcceptanceReadings]: readonly AcceptanceReadings[Name][];
} = {
  unicodeForm: ['NFC', 'NFKC'],
  finalSigma: ['contextual', 'plain'],
  missingMechanism: ['booleans', 'unavailable'],
  detailsUnavailable: ['perRule', 'once'],
  phoneGrammar: ['strict', 'lenient', 'digits'],
};

/** The default readings. */
export const DEFAULT_ACCEPTANCE_READINGS: Readonly<AcceptanceReadings> = {
  unicodeForm: 'NFC',
  finalSigma: 'contextual',
  missingMechanism: 'booleans',
  detailsUnavailable: 'perRule',
  phoneGrammar: 'strict',
};

/** Readings that replace the defaults. Readings that do not affect a verdict are ignored. */
export type AcceptanceReadingsInput = {
  [Name in keyof AcceptanceReadings]?: AcceptanceReadings[Name] | undefined;
};

/**
 * Fills in the defaults.
 *
 * @throws InvalidInputError naming each reading with an invalid value.
 */
export function completeReadings(input: AcceptanceReadingsInput): AcceptanceReadings {
  const names = Object.keys(READING_VALUES) as (keyof AcceptanceReadings)[];
  const given = names.filter((name) => input[name] !== undefined);
  const issues = given
    .filter((name) => !(READING_VALUES[name] as readonly unknown[]).includes(input[name]))
    .map((name) => ({
      path: `readings.${name}`,
      message: `expected ${READING_VALUES[name].map((value) => `"${value}"`).join(' or ')}`,
    }));
  if (issues.length > 0) throw new InvalidInputError(issues);
  const chosen = Object.fromEntries(given.map((name) => [name, input[name]]));
  return { ...DEFAULT_ACCEPTANCE_READINGS, ...chosen };
}

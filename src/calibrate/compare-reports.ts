import type { CalibrationReport, Verdict } from './report.ts';

/** A summary of what one report says about a reading or a statement. */
export interface Told {
  /** What was found. */
  readonly verdict: Verdict;
  /** The value; only for a reading. */
  readonly value?: string | number;
  /** The form of the response; with `differs`. */
  readonly saw?: string;
}

/** A difference between two reports. */
export interface CalibrationChange {
  /** Whether it is about a reading or a statement. */
  readonly kind: 'reading' | 'statement';
  /** The name of the reading, or the section and text of the statement. */
  readonly name: string;
  /** What the earlier report says; absent if the report does not have it. */
  readonly before?: Told;
  /** What the later report says; absent if the report does not have it. */
  readonly after?: Told;
  /**
   * Whether both reports measured it and the service has changed. `false` if one of them did not
   * measure it, which says nothing about the service.
   */
  readonly isDrift: boolean;
}

/** The differences between two reports. */
export interface CalibrationComparison {
  /** Whether any change is drift. */
  readonly hasDrift: boolean;
  /** The differences: drift first, then the rest; readings before statements in each group. */
  readonly changes: readonly CalibrationChange[];
}

type Kept = readonly [key: string, kind: CalibrationChange['kind'], name: string, told: Told];

function toldIn({ readings, statements }: CalibrationReport): Map<string, Kept> {
  const kept = [
    ...readings.map(({ reading, verdict, value, saw }): Kept => {
      const told = {
        verdict,
        ...(value !== undefined && { value }),
        ...(saw !== undefined && { saw }),
      };
      return [`reading ${reading}`, 'reading', reading, told];
    }),
    ...statements.map(({ section, statement, verdict, saw }): Kept => {
      const name = `§${section} ${statement}`;
      return [
        `statement ${name}`,
        'statement',
        name,
        { verdict, ...(saw !== undefined && { saw }) },
      ];
    }),
  ];
  return new Map(kept.map((each) => [each[0], each]));
}

const isMeasured = (told: Told | undefined): boolean =>
  told !== undefined && told.verdict !== 'not measured';

function isSame(one: Told | undefined, other: Told | undefined): boolean {
  return one?.verdict === other?.verdict && one?.value === other?.value && one?.saw === other?.saw;
}

/**
 * Compares two reports to find out whether the service has drifted.
 *
 * @param earlier An earlier report on the same service. It may come from an older version of this
 * package.
 *
 * @example
 * ```ts
 * const { hasDrift, changes } = compareReports(earlier, report);
 * if (hasDrift) console.warn(changes.filter(({ isDrift }) => isDrift));
 * ```
 */
export function compareReports(
  earlier: CalibrationReport,
  later: CalibrationReport,
): CalibrationComparison {
  const [before, after] = [toldIn(earlier), toldIn(later)];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const changes = keys.flatMap((key): CalibrationChange[] => {
    const [old, now] = [before.get(key), after.get(key)];
    const [oldTold, newTold] = [old?.[3], now?.[3]];
    const [, kind, name] = (now ?? old) as Kept;
    if (isSame(oldTold, newTold)) return [];
    const isDrift = isMeasured(oldTold) && isMeasured(newTold);
    const told = {
      ...(oldTold !== undefined && { before: oldTold }),
      ...(newTold !== undefined && { after: newTold }),
    };
    return [{ kind, name, ...told, isDrift }];
  });
  changes.sort((a, b) => Number(b.isDrift) - Number(a.isDrift));
  return { hasDrift: changes.some(({ isDrift }) => isDrift), changes };
}

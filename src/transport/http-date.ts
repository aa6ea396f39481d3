/** The days of the week, from Sunday, as the forms name them. */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const SHORT = DAYS.map((day) => day.slice(0, 3)).join('|');
const MONTH = `(?<month>${MONTHS.join('|')})`;
/** A leap second is second 60. */
const TIME = '(?<hours>[01]\\d|2[0-3]):(?<minutes>[0-5]\\d):(?<seconds>[0-5]\\d|60)';

/** The three forms of an HTTP date (RFC 9110 §5.6.7): the usual one, RFC 850's, and asctime's. */
const FORMS = [
  `(?:${SHORT}), (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  `(?:${DAYS.join('|')}), (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT`,
  `(?:${SHORT}) ${MONTH} (?<day>\\d\\d| \\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** The last two digits of a year that are more than this ahead name one in the past. */
const YEARS_AHEAD_MAX = 50;

/** Returns the year that two digits name, seen from `now`. */
function fullYear(digits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + digits;
  return year > thisYear + YEARS_AHEAD_MAX ? year - 100 : year;
}

/**
 * Parses an HTTP date, in Unix milliseconds; `undefined` for anything else. `Date.parse` would read a
 * number as a year. `now`: to tell the century of a year with two digits.
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined) continue;
    const { month = '', year = '' } = groups;
    const of = (name: string): number => Number(groups[name]);
    const day = of('day');
    const date = new Date(0);
    const fourDigits = year.length === 2 ? fullYear(Number(year), now) : Number(year);
    date.setUTCFullYear(fourDigits, MONTHS.indexOf(month), day);
    if (date.getUTCDate() !== day) return undefined; // 31 February
    return date.setUTCHours(of('hours'), of('minutes'), of('seconds'));
  }
  return undefined;
}

/** Tells a spreadsheet that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Text that a spreadsheet would run as a formula: the data comes from web pages. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Phone numbers start like a formula, but are not one. */
const PHONE = /^\+\d+(?: \| \+\d+)*$/;

/** A value of a cell. Numbers and booleans of our own are no formulas. */
export type CsvValue = string | number | boolean | undefined;

function csvCell(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '');
  const safe = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns a row of a CSV file (RFC 4180), without its line end. A cell that a spreadsheet would take for a
 * formula begins with `'`.
 */
export const csvRow = (cells: readonly CsvValue[]): string => cells.map(csvCell).join(',');

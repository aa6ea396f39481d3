import { CsvError, parse } from 'csv-parse/sync';
import { invalidInput } from '../../../../src/errors/invalid-input-error.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** Its number as a spreadsheet shows it: the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** A CSV file: its header, and the rows below. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly records: number; readonly empty_lines: number };
}

/**
 * Parses a CSV file (RFC 4180) with any line ends. Rows may have any number of cells: each is kept, and
 * the caller says what is wrong with it.
 *
 * @throws InvalidInputError naming the file and the line where the quotes are wrong.
 */
export function parseCsv(name: string, text: string): CsvTable {
  const [first, ...rest] = parsed(name, text);
  if (first === undefined)
    throw invalidInput(name, 'expected a header and rows; the file is empty');
  const rows = rest.map(({ record, info }) => ({
    row: info.records + info.empty_lines,
    cells: record,
  }));
  return { header: first.record, rows };
}

function parsed(name: string, text: string): Parsed[] {
  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser's own message would quote the line.
    const { lines } = error as { lines?: number };
    throw invalidInput(name, `line ${lines ?? 1}: its quotes are not as in RFC 4180`);
  }
}

import type { Cdr } from '../../contract/cdr.ts';
import { exactJsonText } from '../../texts/json-text.ts';
import type { RecordLine } from '../manifest-line.ts';
import { entriesOf, isMembers, textOf } from '../stranger-data.ts';
import { EXPORT_COLUMNS, type ExportColumn, exportRow } from './export-columns.ts';

/** The part of a Parquet schema that is used here; the elements of a tree, each before its children. */
export interface SchemaElement {
  name: string;
  repetition_type?: 'OPTIONAL' | 'REPEATED';
  num_children?: number;
  type?: 'BYTE_ARRAY' | 'BOOLEAN' | 'DOUBLE' | 'INT64';
  converted_type?: 'UTF8' | 'LIST' | 'TIMESTAMP_MILLIS';
}

/** A row by its columns. */
export type TableRow = Readonly<Record<string, unknown>>;

/** How a column is stored; `of` returns `undefined` for a value that is not as documented. */
interface ColumnType {
  readonly elements: (name: string) => SchemaElement[];
  readonly of: (value: unknown) => unknown;
}

const leaf =
  (type: NonNullable<SchemaElement['type']>, converted?: SchemaElement['converted_type']) =>
  (name: string): SchemaElement[] => [
    { name, repetition_type: 'OPTIONAL', type, ...(converted && { converted_type: converted }) },
  ];

const listOf =
  (...element: readonly SchemaElement[]) =>
  (name: string): SchemaElement[] => [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...element,
  ];

const only =
  (type: 'boolean' | 'number') =>
  (value: unknown): unknown =>
    typeof value === type ? value : undefined;

const textElements = leaf('BYTE_ARRAY', 'UTF8');
const TEXT: ColumnType = { elements: textElements, of: textOf };
const FLAG: ColumnType = { elements: leaf('BOOLEAN'), of: only('boolean') };
const NUMBER: ColumnType = { elements: leaf('DOUBLE'), of: only('number') };
const INTEGER: ColumnType = {
  elements: leaf('INT64'),
  of: (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : undefined),
};
const INSTANT: ColumnType = {
  elements: leaf('INT64', 'TIMESTAMP_MILLIS'),
  of: (value) => new Date(value as string),
};
const TEXTS: ColumnType = {
  elements: listOf(...textElements('element')),
  of: (value) => entriesOf(value).map((each) => (each === null ? null : textOf(each))),
};

/** The columns that are not a text. */
const TYPES: Readonly<Partial<Record<ExportColumn, ColumnType>>> = {
  createdAt: INSTANT,
  capturedAt: INSTANT,
  guest: FLAG,
  timeOnPageMs: NUMBER,
  phones: TEXTS,
  firstNames: TEXTS,
  lastNames: TEXTS,
  submissionDetected: FLAG,
  disclosureTexts: TEXTS,
  consentMechanisms: TEXTS,
  checkboxesAffirmed: TEXTS,
  declaredTexts: TEXTS,
  declaredAgreed: TEXTS,
  fetchedAt: INSTANT,
  imageBytes: INTEGER,
};

/** The members of a disclosure in the nested column. */
const MEMBERS: Readonly<Record<string, ColumnType>> = {
  key: TEXT,
  text: TEXT,
  checkboxDetected: FLAG,
  checkboxAffirmed: FLAG,
  consentMechanism: TEXT,
};

function disclosuresOf(cdr: Cdr): TableRow[] | null {
  const list: unknown = cdr.detectedDisclosureDetails?.disclosures;
  if (list === undefined || list === null) return null;
  return entriesOf(list).map((entry) => {
    const members = isMembers(entry) ? entry : { text: entry };
    const cells = Object.entries(MEMBERS).map(([name, { of }]) => {
      const value = members[name] ?? null;
      return [name, value === null ? null : (of(value) ?? null)];
    });
    return Object.fromEntries(cells) as TableRow;
  });
}

const STRUCT: SchemaElement[] = [
  { name: 'element', repetition_type: 'OPTIONAL', num_children: Object.keys(MEMBERS).length },
  ...Object.entries(MEMBERS).flatMap(([name, { elements }]) => elements(name)),
];

/** The names of the table's columns, in order: those of the other formats, then its own. */
export const TABLE_COLUMNS: readonly string[] = [...EXPORT_COLUMNS, 'disclosures', 'undocumented'];

/** The schema of the table. */
export const TABLE_SCHEMA: readonly SchemaElement[] = [
  { name: 'root', num_children: TABLE_COLUMNS.length },
  ...EXPORT_COLUMNS.flatMap((name) => (TYPES[name] ?? TEXT).elements(name)),
  ...listOf(...STRUCT)('disclosures'),
  ...textElements('undocumented'),
];

/** Returns the row of a record. What its column cannot hold is in `undocumented`, as JSON. */
export function tableRow(cdr: Cdr, line: RecordLine): TableRow {
  const cells: Record<string, unknown> = {};
  const odd: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(exportRow(cdr, line))) {
    const cell = value === null ? null : (TYPES[name as ExportColumn] ?? TEXT).of(value);
    cells[name] = cell ?? null;
    if (cell === undefined) odd[name] = value;
  }
  cells['disclosures'] = disclosuresOf(cdr);
  cells['undocumented'] = Object.keys(odd).length === 0 ? null : exactJsonText(odd);
  return cells;
}

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Whether to align the cells digit by digit, as for numbers and instants. */
  readonly isNumber?: boolean;
  /** Whether the line that a row is on a narrow screen shows it, beside the head of the row. */
  readonly isBrief?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** The name of the table, shown above it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Absent while they are read, or if they could not be. */
  readonly rows: readonly Row[] | undefined;
  /** Why they could not be read. */
  readonly error?: string | undefined;
  readonly keyOf: (row: Row) => string;
  /** The text shown if there are no rows. */
  readonly empty: string;
}

const classOf = ({ isNumber, isBrief }: { isNumber?: boolean; isBrief?: boolean }) =>
  [isNumber === true && 'number', isBrief === true && 'brief'].filter(Boolean).join(' ');

interface RowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}

/** A row, which on a narrow screen is one line until it is opened. */
function TableRow<Row>({ columns, row }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tr role="row" class={isOpen ? 'open' : ''}>
      {columns.map((column, index) => {
        const isHead = index === 0;
        const Cell = isHead ? 'th' : 'td';
        return (
          <Cell
            key={column.title}
            role={isHead ? 'rowheader' : 'cell'}
            scope={isHead ? 'row' : undefined}
            class={classOf(column)}
            data-title={column.title}
          >
            {column.cell(row)}
            {isHead && (
              <button
                type="button"
                class="opener"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <span class="unseen">Details</span>
              </button>
            )}
          </Cell>
        );
      })}
    </tr>
  );
}

/**
 * A table in its own region, which can be scrolled by keyboard. The first column heads each row. On
 * a narrow screen each row is one line, opened by a tap, and the roles still say what it is.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, error, keyOf, empty } = props;
  const id = useId();
  if (error !== undefined) return <p role="alert">{error}</p>;
  if (rows === undefined) return <p class="quiet">Loading…</p>;
  if (rows.length === 0) return <p class="quiet">{empty}</p>;
  return (
    <section class="scroll" aria-labelledby={id} tabIndex={0}>
      <table role="table">
        <caption id={id}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.title} role="columnheader" scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow key={keyOf(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

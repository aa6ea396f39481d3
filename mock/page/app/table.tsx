import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Whether to align the cells digit by digit, as for numbers and instants. */
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** The name of the table. It is read out, and shown above it unless `isCaptionHidden`. */
  readonly caption: string;
  readonly isCaptionHidden?: boolean;
  readonly columns: readonly Column<Row>[];
  /** Absent while they are read, or if they could not be. */
  readonly rows: readonly Row[] | undefined;
  /** Why they could not be read. */
  readonly error?: string | undefined;
  readonly keyOf: (row: Row) => string;
  /** The text shown if there are no rows. */
  readonly empty: string;
}

const classOf = ({ isNumber }: { isNumber?: boolean }) => (isNumber === true ? 'number' : '');

/**
 * A table in its own region, which can be scrolled by keyboard. The first column heads each row. On
 * a narrow screen each row is a card, and the roles still say what it is.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, isCaptionHidden, columns, rows, error, keyOf, empty } = props;
  const id = useId();
  if (error !== undefined) return <p role="alert">{error}</p>;
  if (rows === undefined) return <p class="quiet">Reading…</p>;
  if (rows.length === 0) return <p class="quiet">{empty}</p>;
  return (
    <section class="scroll" aria-labelledby={id} tabIndex={0}>
      <table role="table">
        <caption id={id} class={isCaptionHidden === true ? 'unseen' : ''}>
          {caption}
        </caption>
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
            <tr key={keyOf(row)} role="row">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th
                    key={column.title}
                    role="rowheader"
                    scope="row"
                    class={classOf(column)}
                    data-title={column.title}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.title}
                    role="cell"
                    class={classOf(column)}
                    data-title={column.title}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

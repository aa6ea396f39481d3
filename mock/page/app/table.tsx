import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Numbers and instants stand below each other, digit by digit. */
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** Names the table; it is read out, and stands above it unless `isCaptionHidden`. */
  readonly caption: string;
  readonly isCaptionHidden?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** What stands there when there is nothing. */
  readonly empty: string;
}

const classOf = ({ isNumber }: { isNumber?: boolean }) => (isNumber === true ? 'number' : '');

/**
 * A table in a region of its own, which a keyboard can scroll. The first column heads each row. On a
 * narrow screen each row is a card; the roles say what it is then too.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, isCaptionHidden, columns, rows, keyOf, empty } = props;
  const id = useId();
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

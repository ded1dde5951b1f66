import { Fragment, useRef, type CSSProperties, type ReactNode } from 'react';
import { useFocusHeir } from '#web/lib/focus.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import classes from './data-table.module.css';

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Width of the column; without one it takes what is left. */
  width?: string;
  /** Width under 1,024 px. */
  narrow?: string;
  align?: 'end';
};

type DataTableProps<Row> = {
  /** What the rows are, for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** A row on a phone: an avatar, three lines and a menu. */
  phoneRow: (row: Row) => ReactNode;
  /** What stands under a row, over its whole width: a failure of something done to it. Empty takes no space. */
  rowNote?: (row: Row) => ReactNode;
  /** These rows are from before; newer ones are on their way. */
  stale?: boolean;
};

function widths({ width = 'auto', narrow = width }: { width?: string | undefined; narrow?: string | undefined }) {
  return { '--width': width, '--narrow': narrow } as CSSProperties;
}

function PhoneRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  useFocusHeir(row);
  return (
    <li ref={row} data-row className={classes.item}>
      {children}
    </li>
  );
}

function TableRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLTableRowElement>(null);
  useFocusHeir(row);
  return (
    <tr ref={row} data-row>
      {children}
    </tr>
  );
}

/** Rows of 56 under a head that stays in sight; on phones a list of rows of three lines. */
export function DataTable<Row>({ label, columns, rows, rowKey, phoneRow, rowNote, stale }: DataTableProps<Row>) {
  const phone = usePhone();
  if (phone) {
    return (
      <ul className={classes.list} aria-label={label} aria-busy={stale}>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <PhoneRow>{phoneRow(row)}</PhoneRow>
            {rowNote && <li className={classes.note}>{rowNote(row)}</li>}
          </Fragment>
        ))}
      </ul>
    );
  }
  return (
    <table className={classes.table} aria-label={label} aria-busy={stale}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" style={widths(column)} data-align={column.align}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <TableRow>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </TableRow>
            {rowNote && (
              <tr className={classes.note}>
                <td colSpan={columns.length}>{rowNote(row)}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { usePhone } from '#web/lib/use-phone.ts';
import classes from './data-table.module.css';

type Direction = 'ascending' | 'descending';

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Width of the column; without one it takes what is left. */
  width?: string;
  /** Width under 1,024 px. */
  narrow?: string;
  align?: 'end';
  /** Makes the head a button. `direction` is set on the column that the list is sorted by. */
  sort?: { direction?: Direction | undefined; toggle: () => void };
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

function Head<Row>({ column }: { column: Column<Row> }) {
  const { sort } = column;
  const Arrow = sort?.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" style={widths(column)} data-align={column.align} aria-sort={sort?.direction}>
      {sort ? (
        <button type="button" className={classes.sort} onClick={sort.toggle}>
          {column.head}
          <Arrow size={14} stroke={2} aria-hidden="true" data-off={!sort.direction || undefined} />
        </button>
      ) : (
        column.head
      )}
    </th>
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
            <li className={classes.item}>{phoneRow(row)}</li>
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
            <Head key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <tr>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
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

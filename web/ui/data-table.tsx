import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
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
  /** Width in a table under 960 px. */
  narrow?: string;
  /** When a narrow table leaves it out: first under 800 px, second under 672, last under 576. */
  drop?: 'first' | 'second' | 'last';
  /** Makes the head a button that sorts. `sorted` is how the rows stand by this column now. */
  sort?: { sorted: 'ascending' | 'descending' | undefined; onSort: () => void };
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
  /** The row that something beside the list shows more of. */
  isCurrent?: (row: Row) => boolean;
  /** What stands under a row, over its whole width: a failure of something done to it. Empty takes no space. */
  rowNote?: (row: Row) => ReactNode;
  /** These rows are from before; newer ones are on their way. */
  stale?: boolean;
};

function widths({ width = 'auto', narrow = width }: { width?: string | undefined; narrow?: string | undefined }) {
  return { '--width': width, '--narrow': narrow } as CSSProperties;
}

type RowProps = { current: boolean | undefined; children: ReactNode };

function PhoneRow({ current, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useFocusHeir(row);
  return (
    <li ref={row} data-row className={classes.item} aria-current={current || undefined}>
      {children}
    </li>
  );
}

function TableRow({ current, children }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useFocusHeir(row);
  return (
    <tr ref={row} data-row aria-current={current || undefined}>
      {children}
    </tr>
  );
}

function Head({ head, sort }: Pick<Column<never>, 'head' | 'sort'>) {
  if (!sort) return head;
  const Arrow = sort.sorted === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={classes.sort} data-sorted={sort.sorted} onClick={sort.onSort}>
      {head}
      <Arrow size={14} stroke={2} className={classes.arrow} aria-hidden="true" />
    </button>
  );
}

/** Rows of 56 under a head that stays in sight; on phones a list of rows of three lines. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  phoneRow,
  isCurrent,
  rowNote,
  stale,
}: DataTableProps<Row>) {
  const phone = usePhone();
  if (phone) {
    return (
      <ul className={classes.list} aria-label={label} aria-busy={stale}>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <PhoneRow current={isCurrent?.(row)}>{phoneRow(row)}</PhoneRow>
            {rowNote && <li className={classes.note}>{rowNote(row)}</li>}
          </Fragment>
        ))}
      </ul>
    );
  }
  const dropped = columns.filter(({ drop }) => drop);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={stale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={widths(column)}
                data-align={column.align}
                data-drop={column.drop}
                aria-sort={column.sort?.sorted}
              >
                <Head head={column.head} sort={column.sort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <TableRow current={isCurrent?.(row)}>
                {columns.map((column) => (
                  <td key={column.key} data-align={column.align} data-drop={column.drop}>
                    {column.cell(row)}
                  </td>
                ))}
              </TableRow>
              {rowNote && (
                <tr className={classes.note}>
                  <td colSpan={columns.length - dropped.length}>{rowNote(row)}</td>
                  {/* A cell may not reach over columns that are not there. */}
                  {dropped.map(({ key, drop }) => (
                    <td key={key} data-drop={drop} aria-hidden="true" />
                  ))}
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

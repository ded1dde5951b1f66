import { Box, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { usePhone } from '#web/lib/use-phone.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import classes from '#web/ui/data-table.module.css';

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** The width of the column. A column without one gets the remaining width. */
  width?: string;
  /** The width in a table under 960 px. */
  narrow?: string;
  /**
   * When a narrow table drops the column: `first` under 800 px, `second` under 672, `last` under 576. Replacement
   * content in another column has `data-instead` with the same word, and is shown only then.
   */
  drop?: 'first' | 'second' | 'last';
  /** Makes the header a button that sorts. `sorted` is the current order of the rows by this column. */
  sort?: { sorted: 'ascending' | 'descending' | undefined; onSort: () => void };
  align?: 'end';
};

type DataTableProps<Row> = {
  /** The name of the table for screen readers. */
  label: string;
  /** The first one names the row: its link (`person.module.css`) opens by a click anywhere on the row. */
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A row on a phone: an avatar, three lines and a menu. */
  phoneRow: (row: Row) => ReactNode;
  /** The row whose record is shown beside the list. */
  isCurrent?: (row: Row) => boolean;
  /** Makes rows selectable: by a column of checkboxes, on a phone once one row is selected. */
  selection?: Selection & {
    /** The label of a row's checkbox: `Select Ṣadé Awólọ́wọ̀`. */
    label: (row: Row) => string;
  };
  /**
   * The content under a row, over its whole width: the failure of an action on the row. It takes no space when it is
   * empty.
   */
  rowNote?: (row: Row) => ReactNode;
  /** The rows are old; newer ones are loading. */
  stale?: boolean;
};

function widths({ width = 'auto', narrow = width }: { width?: string | undefined; narrow?: string | undefined }) {
  return { '--width': width, '--narrow': narrow } as CSSProperties;
}

function Head({ head, sort }: Pick<Column<never>, 'head' | 'sort'>) {
  if (!sort) return head;
  const Arrow = sort.sorted === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton className={classes.sort} data-sorted={sort.sorted} onClick={sort.onSort}>
      {head}
      <Arrow size={14} stroke={2} className={classes.arrow} aria-hidden="true" />
    </UnstyledButton>
  );
}

/** A table with rows of 56 px and a sticky header; on phones a list with three lines per row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, phoneRow, isCurrent, selection, rowNote, stale } = props;
  const phone = usePhone();
  /** The opacity of old rows while newer ones are loading. */
  const old = stale ? 0.6 : undefined;
  const about = (row: Row) => ({
    'aria-current': isCurrent?.(row) || undefined,
    'data-selected': selection?.keys.has(rowKey(row)) || undefined,
  });
  const checkbox = (row: Row) =>
    selection && (
      <Checkbox
        label={selection.label(row)}
        checked={selection.keys.has(rowKey(row))}
        onChange={(on, range) => selection.selectRange(rowKey(row), on, range)}
      />
    );
  if (phone) {
    const selecting = selection && selection.keys.size > 0;
    return (
      <Box component="ul" aria-label={label} aria-busy={stale} opacity={old}>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <li className={classes.item} {...about(row)}>
              {selecting && <div className={classes.check}>{checkbox(row)}</div>}
              {phoneRow(row)}
            </li>
            {rowNote && <li className={classes.note}>{rowNote(row)}</li>}
          </Fragment>
        ))}
      </Box>
    );
  }
  const dropped = columns.filter(({ drop }) => drop);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={stale}>
        <thead data-bar>
          <tr>
            {selection && (
              <th scope="col" className={classes.check}>
                <Checkbox label="Select all on this page" {...selection.all} />
              </th>
            )}
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
        <Box component="tbody" opacity={old}>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr {...about(row)}>
                {selection && <td className={classes.check}>{checkbox(row)}</td>}
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    className={index === 0 ? classes.name : undefined}
                    data-align={column.align}
                    data-drop={column.drop}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
              {rowNote && (
                <tr className={classes.note}>
                  <td colSpan={columns.length - dropped.length + (selection ? 1 : 0)}>{rowNote(row)}</td>
                  {/* A cell must not span columns that do not exist. */}
                  {dropped.map(({ key, drop }) => (
                    <td key={key} data-drop={drop} aria-hidden="true" />
                  ))}
                </tr>
              )}
            </Fragment>
          ))}
        </Box>
      </table>
    </div>
  );
}

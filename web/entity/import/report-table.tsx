import '@mantine/core/styles/Table.layer.css';
import { Table, Text } from '@mantine/core';
import type { ReportOf } from '#contract/import-report.ts';
import { formatInteger } from '#web/lib/numbers.ts';

const outcomes = [
  ['create', 'Added'],
  ['update', 'Changed'],
  ['remove', 'Deleted'],
  ['unchanged', 'Unchanged'],
] as const;

type ReportTableProps<List extends string> = {
  report: ReportOf<List>;
  /** The lists of the report, from left to right. */
  lists: readonly List[];
};

/** The effect of an import on each kind: how many records, and which. */
export function ReportTable<List extends string>({ report, lists }: ReportTableProps<List>) {
  const shown = outcomes.flatMap(([outcome, label]) => {
    const counts = report[outcome];
    return counts ? [{ outcome, label, counts }] : [];
  });
  return (
    <div>
      <Table aria-label="What the import does" horizontalSpacing={4} style={{ overflowWrap: 'normal' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {lists.map((list) => (
              <Table.Th key={list} ta="end" tt="capitalize" fz="xs">
                {list}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ outcome, label, counts }) => (
            <Table.Tr key={outcome}>
              <Table.Th scope="row" fw={500} fz="xs">
                {label}
              </Table.Th>
              {lists.map((list) => (
                <Table.Td key={list} ta="end" data-tabular>
                  {formatInteger(counts[list].count)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shown
        .filter(({ outcome, counts }) => outcome !== 'unchanged' && lists.some((list) => counts[list].count > 0))
        .map(({ outcome, label, counts }) => (
          <details key={outcome}>
            <Text component="summary" py={6} fw={500} style={{ cursor: 'pointer' }}>
              What is {label.toLowerCase()}
            </Text>
            <ul style={{ maxHeight: '12rem', overflowY: 'auto', paddingInlineStart: '1rem' }}>
              {lists.map((list) => {
                const { count, names } = counts[list];
                return (
                  count > 0 && (
                    <li key={list}>
                      <Text span inherit c="dimmed" tt="capitalize">
                        {list}:
                      </Text>{' '}
                      {names.join(', ')}
                      {count > names.length && ` and ${formatInteger(count - names.length)} more`}
                    </li>
                  )
                );
              })}
            </ul>
          </details>
        ))}
    </div>
  );
}

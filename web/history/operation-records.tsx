import { Box, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { historyRoutes, type OperationRecord } from '#contract/history.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { failureOf, query } from '#web/api/query.ts';
import { useRecordAddress } from '#web/history/record-address.ts';
import classes from '#web/history/log.module.css';
import { excerpt } from '#web/lib/excerpt.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const RecordChange = lazyComponent(async () => (await import('#web/history/record-change.tsx')).RecordChange);

/** `Card, changed: title, status` */
const inWords = ({ kind, change, changedLabels }: OperationRecord) =>
  `${capital(kinds[kind].one)}, ${change}${changedLabels.length > 0 ? `: ${changedLabels.join(', ').toLowerCase()}` : ''}`;

/** The records that an operation changed, each with a link to its versions. */
export function OperationRecords({ id }: { id: string }) {
  const asked = useQuery({ ...query(historyRoutes.records, { id }), staleTime: Infinity });
  if (asked.error) return <FailedPanel {...failureOf(asked)} />;
  const { records, total } = asked.data ?? {};
  if (!records || total === undefined) {
    return (
      <Box w="100%" pl={{ sm: 48 }}>
        <SkeletonRows shape="text" rows={3} label="Loading the records of the change" />
      </Box>
    );
  }
  return (
    <Box w="100%" pl={{ sm: 48 }} py="xs">
      <Stack component="ul" gap={0} aria-label="Records of the change">
        {records.map((record) => (
          <RecordLine key={`${record.kind} ${record.id}`} record={record} />
        ))}
      </Stack>
      {total > records.length && (
        <Text size="xs" c="dimmed">
          and {formatInteger(total - records.length)} more
        </Text>
      )}
      {total === 0 && (
        <Text size="sm" c="dimmed">
          The log keeps only their number.
        </Text>
      )}
    </Box>
  );
}

/** A record with a link to its versions, and the changed fields before and after on request. */
function RecordLine({ record }: { record: OperationRecord }) {
  const [opened, setOpened] = useState(false);
  const { article, one } = kinds[record.kind];
  const address = useRecordAddress()(record.kind, record.id);
  const label = excerpt(record.label, 100) || `${capital(article)} ${one} that no longer exists`;
  return (
    <li className={classes.record}>
      {address && record.label ? (
        <Link {...address} className={classes.recordLink} dir="auto">
          {label}
        </Link>
      ) : (
        <span>{label}</span>
      )}
      <Text span size="xs" c="dimmed">
        {inWords(record)}
      </Text>
      {record.changedLabels.length > 0 && (
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={opened}
          aria-label={`Before and after: ${label}`}
          onClick={() => setOpened(!opened)}
        >
          Before and after
        </Button>
      )}
      {opened && <RecordChange record={record} />}
    </li>
  );
}

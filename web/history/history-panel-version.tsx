import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconRestore } from '@tabler/icons-react';
import { useId } from 'react';
import type { Revision } from '#contract/history.ts';
import type { Kind } from '#contract/kinds.ts';
import { whatChanged, whoChanged } from '#web/history/describe-operation.ts';
import { Comparison, type Against } from '#web/history/history-panel-comparison.tsx';
import classes from '#web/history/history-panel.module.css';
import { dateTime } from '#web/lib/dates.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { same } from '#web/lib/field-diff.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

type DetailProps = {
  revision: Revision;
  kind: Kind;
  fields: FieldLabels;
  /** The newest version. */
  now: Revision;
  /** The previous version, if known. */
  before: Revision | undefined;
  against: Against;
  onAgainst: (against: Against) => void;
  /** The version that is being restored. */
  restoring: number | null;
  /** Left out for a read-only role. */
  onRestore: (() => void) | undefined;
};

type VersionProps = DetailProps & {
  opened: boolean;
  onOpen: () => void;
  /** Why restoring it failed. It stays visible when the version is closed. */
  failed: ShownFailure | undefined;
};

/** One version in the list: the action, the actor, the time. When open, it shows the version's fields. */
export function HistoryVersion({ opened, onOpen, failed, ...detail }: VersionProps) {
  const { revision, kind, fields, now } = detail;
  const id = useId();
  return (
    <li className={classes.version} data-open={opened || undefined}>
      <UnstyledButton
        className={classes.summary}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={onOpen}
      >
        <Box component="span" miw={0}>
          <Group component="span" gap="0.125rem 0.5rem" fw={500} mb={2}>
            {whatChanged(revision, kind, fields)}
            {revision === now && revision.data !== null && (
              <Text span size="xs" fw={500} px="xs" py={1} bdrs={10} bg="var(--awa-good-tint)" c="var(--awa-good)">
                Current
              </Text>
            )}
          </Group>
          <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {`${whoChanged(revision)} · `}
            <time dateTime={revision.at}>{dateTime(revision.at)}</time>
          </Text>
        </Box>
        <IconChevronDown size={18} stroke={1.6} className={classes.chevron} aria-hidden="true" />
      </UnstyledButton>
      {opened && (
        <div id={id}>
          <Detail {...detail} />
        </div>
      )}
      {failed && (
        <Box px="var(--inset)" pb="md">
          <InlineFailure failed={failed} />
        </Box>
      )}
    </li>
  );
}

/** The fields of a version, compared with another version, and the button that restores it. */
function Detail({ revision, fields, now, before, against, onAgainst, restoring, onRestore }: DetailProps) {
  const { data } = revision;
  const isNow = revision.version === now.version;
  const options = [
    ...(now.data && !isNow ? [{ value: 'now', label: 'Current version', data: now.data } as const] : []),
    ...(before?.data ? [{ value: 'before', label: 'Version before', data: before.data } as const] : []),
  ];
  const other = options.find(({ value }) => value === against) ?? options[0];
  const differs = now.data && data && Object.keys(fields).some((name) => !same(data[name], now.data?.[name]));
  return (
    <>
      <Stack align="flex-start" gap="md" px="var(--inset)" py="md">
        {data && other && (
          <Group gap="0.25rem 0.75rem">
            <Text span size="xs" c="dimmed">
              {options.length > 1 ? 'Compare with' : `Compared with the ${other.label.toLowerCase()}`}
            </Text>
            {options.length > 1 && (
              <Segmented label="Compare with" value={other.value} options={options} onChange={onAgainst} />
            )}
          </Group>
        )}
        {data ? (
          <Comparison fields={fields} data={data} other={other} />
        ) : (
          <Text size="xs" c="dimmed">
            It was deleted here. The version before has its content.
          </Text>
        )}
      </Stack>
      {onRestore && (
        <Group gap="0.5rem 0.75rem" className={classes.foot}>
          <BusyButton
            leftSection={<IconRestore size={18} stroke={1.6} aria-hidden="true" />}
            busy={restoring === revision.version}
            busyLabel="Restoring"
            off={!differs || (restoring ?? revision.version) !== revision.version}
            onClick={onRestore}
          >
            Restore this version
          </BusyButton>
          {data && now.data && !differs && (
            <Text span size="xs" c="dimmed">
              {isNow ? 'This is the current version.' : 'Same as the current version.'}
            </Text>
          )}
        </Group>
      )}
    </>
  );
}

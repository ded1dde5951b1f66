import { Box, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failures } from '#contract/errors.ts';
import { historyRoutes, type LogCheck, type LogCheckRun } from '#contract/history.ts';
import { call, explain } from '#web/api/call.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { usePermission } from '#web/api/permissions.ts';
import { query } from '#web/api/query.ts';
import { type DayRange, browserZone, dateTime } from '#web/lib/dates.ts';
import { counted, fileSize, formatInteger } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** Milliseconds between two requests for the progress of a check. */
const lookEvery = 1000;

/**
 * The check of the log against its seals, which runs on the server, and the export of the log for a reviewer. `run` is
 * the check that was started here, or a colleague's check that was running when this page asked; undefined without one.
 */
export function useLogCheck() {
  const may = usePermission();
  const client = useQueryClient();
  const asked = query(historyRoutes.readCheck, {});
  const [isShown, setShown] = useState(false);
  const read = useQuery({
    ...asked,
    enabled: may(historyRoutes.readCheck),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? lookEvery : false),
  });
  const check = useMutation({
    mutationFn: () => call(historyRoutes.check, {}),
    onSuccess: async (run) => {
      // The response to an earlier request would replace this one.
      await client.cancelQueries({ queryKey: asked.queryKey });
      client.setQueryData(asked.queryKey, run);
      setShown(true);
    },
  });
  if (!isShown && read.data?.state === 'running') setShown(true);
  const run = isShown ? read.data : undefined;
  const save = useMutation({
    mutationFn: ({ from, to }: DayRange) =>
      fetchFile(historyRoutes.export, { from, to, timeZone: browserZone() }, new AbortController()),
    onSuccess: ({ name, file }) => {
      saveFile(name, file);
      showToast(`Saved ${name}, ${fileSize(file.size)}`);
    },
  });
  const hide = () => {
    check.reset();
    setShown(false);
  };
  return { check, save, run, hide, failed: save.error ?? check.error ?? (isShown ? read.error : null) };
}

type Props = { check: ReturnType<typeof useLogCheck> };

/** The buttons for both, for roles that include them. `days` is the range in the list. */
export function LogTools({ check: { check, save, run, hide }, days }: Props & { days: DayRange }) {
  const may = usePermission();
  if (!may(historyRoutes.check)) return null;
  return (
    <>
      <BusyButton
        leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
        busy={save.isPending}
        busyLabel="Exporting"
        onClick={() => {
          hide();
          save.mutate(days);
        }}
      >
        Export
      </BusyButton>
      <BusyButton
        leftSection={<IconShieldCheck size={18} stroke={1.6} aria-hidden="true" />}
        busy={check.isPending || run?.state === 'running'}
        busyLabel="Checking"
        onClick={() => {
          save.reset();
          check.mutate();
        }}
      >
        Check the log
      </BusyButton>
    </>
  );
}

/** The progress of the check, its result, or why one of the two failed. */
export function LogChecked({ check: { run, failed } }: Props) {
  if (!failed && !run) return null;
  return (
    <Box mb={{ base: 'md', sm: 'lg' }}>
      {failed ? <InlineFailure failed={explain(failed)} /> : run && <Run run={run} />}
    </Box>
  );
}

function Run({ run: { state, checked, total, found } }: { run: LogCheckRun }) {
  if (found) return <Found found={found} />;
  if (state === 'stopped') {
    const detail = 'The check ended before it was through, as when the desk is started again. Check once more.';
    return <InlineFailure failed={{ message: failures.history.check, detail }} />;
  }
  // Entries sealed during the check are checked too.
  const all = Math.max(checked, total);
  const text = `${formatInteger(checked)} of ${counted(all, 'entry', 'entries')} checked`;
  return (
    <Stack gap={6}>
      <ProgressBar label="Check of the log" part={all === 0 ? undefined : checked / all} text={text} />
      <Text size="xs" c="dimmed">
        {text}. It goes on when you leave this page.
      </Text>
    </Stack>
  );
}

function Found({ found: { fault, sealedTo, waiting } }: { found: LogCheck }) {
  if (fault) {
    return (
      <InlineFailure
        failed={{ message: 'The log is no longer as it was written', detail: fault.sentence, requestId: '' }}
      />
    );
  }
  const rest = waiting > 0 && ` ${counted(waiting, 'newer entry', 'newer entries')} can be checked in a moment.`;
  return (
    <Group
      role="status"
      wrap="nowrap"
      gap={10}
      px={14}
      py={10}
      bd="1px solid var(--awa-hairline)"
      bdrs="md"
      bg="var(--awa-surface)"
    >
      <IconCircleCheck size={18} stroke={1.6} style={{ flex: 'none' }} color="var(--awa-good)" aria-hidden="true" />
      <Text textWrap="pretty">
        {sealedTo
          ? `The log is whole: up to ${dateTime(sealedTo)} no entry was changed, added or removed by hand.`
          : 'There is nothing to check yet.'}
        {rest}
      </Text>
    </Group>
  );
}

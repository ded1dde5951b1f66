import { Box, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { history, type LogCheck } from '#contract/history.ts';
import { call, explain } from '#web/api/call.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { useMay } from '#web/api/may.ts';
import { type DayRange, browserZone, dateTime } from '#web/lib/dates.ts';
import { counted, fileSize } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The check of the log against its seals, and the export of the log for a reviewer. */
export function useLogCheck() {
  const check = useMutation({ mutationFn: () => call(history.check, {}) });
  const save = useMutation({
    mutationFn: ({ from, to }: DayRange) =>
      fetchFile(history.export, { from, to, timeZone: browserZone() }, new AbortController()),
    onSuccess: ({ name, file }) => {
      saveFile(name, file);
      showToast(`Saved ${name}, ${fileSize(file.size)}`);
    },
  });
  return { check, save };
}

type Props = { check: ReturnType<typeof useLogCheck> };

/** The buttons for both, for those who may. `days` are those that the list shows. */
export function LogTools({ check: { check, save }, days }: Props & { days: DayRange }) {
  const may = useMay();
  if (!may(history.check)) return null;
  return (
    <>
      <BusyButton
        leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
        busy={save.isPending}
        busyLabel="Exporting"
        onClick={() => {
          check.reset();
          save.mutate(days);
        }}
      >
        Export
      </BusyButton>
      <BusyButton
        leftSection={<IconShieldCheck size={18} stroke={1.6} aria-hidden="true" />}
        busy={check.isPending}
        busyLabel="Checking"
        onClick={() => {
          save.reset();
          check.mutate();
        }}
      >
        Check
      </BusyButton>
    </>
  );
}

/** What the last check found, or why one of the two failed. */
export function LogChecked({ check: { check, save } }: Props) {
  const failed = save.error ?? check.error;
  const { data } = check;
  if (!failed && !data) return null;
  return (
    <Box mb={{ base: 'md', sm: 'lg' }}>
      {failed ? <InlineFailure failed={explain(failed)} /> : data && <Found found={data} />}
    </Box>
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

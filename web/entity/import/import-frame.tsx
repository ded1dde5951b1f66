import { Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FieldError } from '#contract/errors.ts';
import type { ChosenFile } from '#web/entity/import/use-import.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { counted, fileSize } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

type ImportFrameProps = {
  opened: boolean;
  /** `Import into PCOS` */
  title: string;
  /** The kinds of files: `text/csv,.csv`. */
  accept: string;
  /** The files that can be chosen, in words. */
  hint: string;
  file: ChosenFile | undefined;
  running: { dryRun: boolean; part: number } | undefined;
  failed: ShownFailure | undefined;
  errors: readonly FieldError[];
  /** An error in the file: its message, and its place. */
  errorIn: (error: FieldError) => { message: string; place: ReactNode };
  /** Between the file and its errors. */
  choices?: ReactNode;
  /** Below the errors, before the progress. */
  question?: ReactNode;
  /** The report of the dry run; left out before it has ended. */
  report: ReactNode | undefined;
  /** The dry run found nothing to change, and why. */
  nothing: string | undefined;
  onChoose: (file: File) => void;
  onCheckAgain: () => void;
  onStart: () => void;
  leave: (() => void) | undefined;
  onForget: () => void;
};

/** The dialog that imports a file, after a dry run has reported its effect. */
export function ImportFrame(props: ImportFrameProps) {
  const { opened, title, running, leave } = props;
  return (
    <Modal
      // A running import stays visible when the address changes.
      opened={opened || running?.dryRun === false}
      onClose={leave ?? (() => undefined)}
      onExitTransitionEnd={props.onForget}
      title={title}
      size="42rem"
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Steps {...props} />
    </Modal>
  );
}

function Steps({
  accept,
  hint,
  file,
  running,
  failed,
  errors,
  errorIn,
  report,
  nothing,
  leave,
  ...props
}: ImportFrameProps) {
  const isBusy = running !== undefined;
  const isSent = running?.part === 1;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <FileButton accept={accept} disabled={isBusy} onChange={(chosen) => chosen && props.onChoose(chosen)}>
          {(button) => (
            <Button
              {...button}
              disabled={isBusy}
              leftSection={<IconFileText size={18} stroke={1.6} aria-hidden="true" />}
            >
              {file ? 'Choose another file' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" flex={1} miw={0} truncate>
          {file ? `${file.name}, ${fileSize(file.size)}` : hint}
        </Text>
      </Group>
      {props.choices}
      {failed && <InlineFailure failed={failed} />}
      {errors.length > 0 && <Text fw={500}>Nothing was imported. {counted(errors.length, 'thing')} to correct:</Text>}
      {errors.length > 0 && <ErrorList errors={errors} errorIn={errorIn} />}
      {props.question}
      {running && (
        <div role="status">
          <Text size="xs" mb={6}>
            {isSent ? (running.dryRun ? 'Checking the file' : 'Importing') : `Sending ${percent(running.part)}`}
          </Text>
          <ProgressBar label="Import" part={isSent ? undefined : running.part} text={`${percent(running.part)} sent`} />
        </div>
      )}
      {report}
      {nothing && <Text c="dimmed">{nothing}</Text>}
      <Group justify="flex-end" gap="xs">
        <Button disabled={leave === undefined} onClick={leave}>
          {isBusy ? 'Cancel' : 'Close'}
        </Button>
        {!report && failed && file && errors.length === 0 && !isBusy && (
          <Button onClick={props.onCheckAgain}>Check again</Button>
        )}
        {report !== undefined && (
          <BusyButton
            variant="filled"
            leftSection={<IconUpload size={18} stroke={1.6} aria-hidden="true" />}
            busy={isBusy && !running.dryRun}
            busyLabel="Importing"
            off={nothing !== undefined}
            onClick={props.onStart}
          >
            Import
          </BusyButton>
        )}
      </Group>
    </Stack>
  );
}

const percent = (part: number) => `${Math.floor(part * 100)}%`;

/** The errors in a file, each with its place. */
const ErrorList = ({ errors, errorIn }: Pick<ImportFrameProps, 'errors' | 'errorIn'>) => (
  // The list scrolls, so it must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <ul aria-label="Errors in the file" tabIndex={0} style={{ maxHeight: '16rem', overflowY: 'auto' }}>
    {errors.map((error) => {
      const { message, place } = errorIn(error);
      return (
        <li key={`${error.path} ${error.message}`} style={{ paddingBlock: '0.25rem' }}>
          <Text fw={500}>{message}</Text>
          {place && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {place}
            </Text>
          )}
        </li>
      );
    })}
  </ul>
);

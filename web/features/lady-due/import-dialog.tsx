import '@mantine/core/styles/Table.layer.css';
import { Button, FileButton, Group, Input, Modal, Stack, Table, Text } from '@mantine/core';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import type { FieldError } from '#contract/errors.ts';
import type { ImportReport, TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { namesAt } from '#web/features/lady-due/import-file.ts';
import { type Strategy, useImport } from '#web/features/lady-due/use-import.ts';
import { counted, fileSize, formatInteger } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

type ImportDialogProps = { opened: boolean; mode: TrackingMode; onClose: () => void };

/** Imports a file into a mode, after a dry run has reported its effect. */
export function ImportDialog({ opened, mode, onClose }: ImportDialogProps) {
  const steps = useImport(mode, onClose);
  return (
    <Modal
      // A running import stays visible when the address changes.
      opened={opened || steps.running?.dryRun === false}
      onClose={steps.leave ?? (() => undefined)}
      onExitTransitionEnd={steps.forget}
      title={`Import into ${trackingModes[mode]}`}
      size="42rem"
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <ImportSteps steps={steps} mode={mode} />
    </Modal>
  );
}

const strategies = [
  { value: 'add', label: 'Add' },
  { value: 'replace', label: 'Replace' },
] as const;

const says: Record<Strategy, (mode: string) => string> = {
  add: (mode) => `Everything in the file is new and comes after what ${mode} has.`,
  replace: (mode) => `${mode} becomes the content of the file: anything else is deleted.`,
};

function ImportSteps({ steps, mode }: { steps: ReturnType<typeof useImport>; mode: TrackingMode }) {
  const { file, report, running, failed, errors = [], strategy, isOther, leave } = steps;
  const label = trackingModes[mode];
  const isBusy = running !== undefined;
  const isSent = running?.part === 1;
  const touched = report ? [report.create, report.update, report.remove].some(hasSome) : false;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <FileButton
          accept="application/json,.json"
          disabled={isBusy}
          onChange={(chosen) => chosen && void steps.choose(chosen)}
        >
          {(props) => (
            <Button
              {...props}
              disabled={isBusy}
              leftSection={<IconFileText size={18} stroke={1.6} aria-hidden="true" />}
            >
              {file ? 'Choose another file' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" flex={1} miw={0} truncate>
          {file ? `${file.name}, ${fileSize(file.size)}` : 'A file that was exported from Lady Due, 20 MB at most'}
        </Text>
      </Group>
      <Input.Wrapper label="How to import it" labelElement="div" description={says[strategy](label)}>
        <Segmented label="How to import it" value={strategy} options={strategies} onChange={steps.changeStrategy} />
      </Input.Wrapper>
      {failed && <InlineFailure failed={failed} />}
      {errors.length > 0 && <Text fw={500}>Nothing was imported. {counted(errors.length, 'thing')} to correct:</Text>}
      {errors.length > 0 && <ErrorList errors={errors} content={file?.content} />}
      {isOther && file && (
        <Stack role="group" aria-label="A file for another mode" gap="xs" p="md" bdrs="md" bg="var(--awa-warning-tint)">
          <Text fw={500}>
            This file is for {trackingModes[file.trackingMode]}. Import it into {label}?
          </Text>
          <Group gap="xs">
            <Button onClick={steps.agree}>Import into {label}</Button>
          </Group>
        </Stack>
      )}
      {running && (
        <div role="status">
          <Text size="xs" mb={6}>
            {isSent ? (running.dryRun ? 'Checking the file' : 'Importing') : `Sending ${percent(running.part)}`}
          </Text>
          <ProgressBar label="Import" part={isSent ? undefined : running.part} text={`${percent(running.part)} sent`} />
        </div>
      )}
      {report && <ReportTable report={report} />}
      {report && !touched && <Text c="dimmed">{label} has all of it already: nothing would change.</Text>}
      <Group justify="flex-end" gap="xs">
        <Button disabled={leave === undefined} onClick={leave}>
          {isBusy ? 'Cancel' : 'Close'}
        </Button>
        {!report && failed && file && errors.length === 0 && !isBusy && (
          <Button onClick={steps.again}>Check again</Button>
        )}
        {report && (
          <BusyButton
            variant="filled"
            leftSection={<IconUpload size={18} stroke={1.6} aria-hidden="true" />}
            busy={isBusy && !running.dryRun}
            busyLabel="Importing"
            off={!touched}
            onClick={steps.start}
          >
            Import
          </BusyButton>
        )}
      </Group>
    </Stack>
  );
}

const percent = (part: number) => `${Math.floor(part * 100)}%`;

type Counts = ImportReport['create'];
const levels = ['categories', 'sections', 'cards'] as const;
const hasSome = (counts: Counts) => levels.some((level) => counts[level].count > 0);

const outcomes = [
  ['create', 'Added'],
  ['update', 'Changed'],
  ['remove', 'Deleted'],
  ['unchanged', 'Unchanged'],
] as const;

/** The effect of an import on each kind: how many records, and which. */
const ReportTable = ({ report }: { report: ImportReport }) => (
  <div>
    <Table aria-label="What the import does" horizontalSpacing={4} style={{ overflowWrap: 'normal' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {levels.map((level) => (
            <Table.Th key={level} ta="end" tt="capitalize" fz="xs">
              {level}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {outcomes.map(([outcome, label]) => (
          <Table.Tr key={outcome}>
            <Table.Th scope="row" fw={500} fz="xs">
              {label}
            </Table.Th>
            {levels.map((level) => (
              <Table.Td key={level} ta="end" data-tabular>
                {formatInteger(report[outcome][level].count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    {outcomes.slice(0, 3).map(
      ([outcome, label]) =>
        hasSome(report[outcome]) && (
          <details key={outcome}>
            <Text component="summary" py={6} fw={500} style={{ cursor: 'pointer' }}>
              What is {label.toLowerCase()}
            </Text>
            <ul style={{ maxHeight: '12rem', overflowY: 'auto', paddingInlineStart: '1rem' }}>
              {levels.map((level) => {
                const { count, names } = report[outcome][level];
                return (
                  count > 0 && (
                    <li key={level}>
                      <Text span inherit c="dimmed" tt="capitalize">
                        {level}:
                      </Text>{' '}
                      {names.join(', ')}
                      {count > names.length && ` and ${formatInteger(count - names.length)} more`}
                    </li>
                  )
                );
              })}
            </ul>
          </details>
        ),
    )}
  </div>
);

/** The errors in a file, each with its path and the names along it. */
const ErrorList = ({ errors, content }: { errors: readonly FieldError[]; content: unknown }) => (
  // The list scrolls, so it must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <ul aria-label="Errors in the file" tabIndex={0} style={{ maxHeight: '16rem', overflowY: 'auto' }}>
    {errors.map(({ path, message }) => (
      <li key={`${path} ${message}`} style={{ paddingBlock: '0.25rem' }}>
        <Text fw={500}>{message}</Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <code>{path}</code>
          {namesAt(content, path) && ` · ${namesAt(content, path)}`}
        </Text>
      </li>
    ))}
  </ul>
);

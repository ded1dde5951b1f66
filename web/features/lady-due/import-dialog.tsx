import { Button, Group, Input, Stack, Text } from '@mantine/core';
import type { TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { ImportFrame } from '#web/entity/import/import-frame.tsx';
import { ReportTable } from '#web/entity/import/report-table.tsx';
import { namesAt } from '#web/features/lady-due/import-file.ts';
import { type Strategy, useModeImport } from '#web/features/lady-due/use-import.ts';
import { Segmented } from '#web/ui/segmented.tsx';

type ImportDialogProps = { opened: boolean; mode: TrackingMode; onClose: () => void };

const strategies = [
  { value: 'add', label: 'Add' },
  { value: 'replace', label: 'Replace' },
] as const;

const says: Record<Strategy, (mode: string) => string> = {
  add: (mode) => `Everything in the file is new and comes after what ${mode} has.`,
  replace: (mode) => `${mode} becomes the content of the file: anything else is deleted.`,
};

const levels = ['categories', 'sections', 'cards'] as const;

/** Imports a file into a mode, after a dry run has reported its effect. */
export function ImportDialog({ opened, mode, onClose }: ImportDialogProps) {
  const steps = useModeImport(mode, onClose);
  const { file, report, errors = [], strategy, isOther } = steps;
  const label = trackingModes[mode];
  const touched =
    report &&
    [report.create, report.update, report.remove].some((counts) => levels.some((level) => counts[level].count > 0));
  return (
    <ImportFrame
      opened={opened}
      title={`Import into ${label}`}
      accept="application/json,.json"
      hint="A file that was exported from Lady Due, 20 MB at most"
      file={file}
      running={steps.running}
      failed={steps.failed}
      errors={errors}
      errorIn={({ path, message }) => ({
        message,
        place: (
          <>
            <code>{path}</code>
            {namesAt(file?.content, path) && ` · ${namesAt(file?.content, path)}`}
          </>
        ),
      })}
      choices={
        <Input.Wrapper label="How to import it" labelElement="div" description={says[strategy](label)}>
          <Segmented label="How to import it" value={strategy} options={strategies} onChange={steps.changeStrategy} />
        </Input.Wrapper>
      }
      question={
        isOther &&
        file && (
          <Stack
            role="group"
            aria-label="A file for another mode"
            gap="xs"
            p="md"
            bdrs="md"
            bg="var(--awa-warning-tint)"
          >
            <Text fw={500}>
              This file is for {trackingModes[file.trackingMode]}. Import it into {label}?
            </Text>
            <Group gap="xs">
              <Button onClick={steps.agree}>Import into {label}</Button>
            </Group>
          </Stack>
        )
      }
      report={report && <ReportTable report={report} lists={levels} />}
      nothing={report && !touched ? `${label} has all of it already: nothing would change.` : undefined}
      onChoose={(chosen) => void steps.choose(chosen)}
      onCheckAgain={steps.again}
      onStart={steps.start}
      leave={steps.leave}
      onForget={steps.forget}
    />
  );
}

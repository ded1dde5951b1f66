import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type DoctorImport, doctorImportApi, maxCsvLines } from '#contract/doctor-import.ts';
import { doctorFields } from '#contract/doctors.ts';
import type { FieldError } from '#contract/errors.ts';
import { importInWords } from '#contract/import-report.ts';
import { change } from '#web/api/change.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { ImportFrame } from '#web/entity/import/import-frame.tsx';
import { ReportTable } from '#web/entity/import/report-table.tsx';
import { useImport } from '#web/entity/import/use-import.ts';
import { doctorEntity } from '#web/features/doctors/doctor.tsx';
import { type DoctorFile, readDoctorFile } from '#web/features/doctors/doctor-file.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';

const lists = ['doctors'] as const;

/** The names of the columns, as an export has them. */
const columns = [
  'ID',
  ...Object.entries(doctorFields.labels).flatMap(([name, label]) => (name === 'displayOrder' ? [] : [label])),
];

/** A file with the names of the columns, to be filled in. */
const saveEmptyFile = () =>
  saveFile('awa-doctors.csv', new Blob([`\ufeff${columns.join(',')}\r\n`], { type: 'text/csv;charset=utf-8' }));

/** `Line 14, Phone` for the path `14.phone`; `''` for an error of the whole file. */
function placeOf(path: string) {
  const [line = '', field] = path.split('.');
  if (line === '') return '';
  const label = field === 'id' ? 'ID' : doctorFields.labels[field as keyof typeof doctorFields.labels];
  return label ? `Line ${formatInteger(Number(line))}, ${label}` : `Line ${formatInteger(Number(line))}`;
}

const errorIn = ({ path, message }: FieldError) => ({ message, place: placeOf(path) });

/** Imports doctors from a CSV file, after a dry run has reported its effect. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { refresh } = useEntityCache(doctorEntity);
  const steps = useImport<DoctorFile, undefined, DoctorImport>({
    read: readDoctorFile,
    send: ({ text }, _, dryRun, options) => change(doctorImportApi.doctorFile.import, { file: text, dryRun }, options),
    told: (report) => importInWords(report, lists)?.words,
    refresh,
    onClose,
  });
  const { file, report } = steps;
  return (
    <ImportFrame
      opened={opened}
      title="Import doctors"
      accept="text/csv,.csv"
      hint={`A CSV file with ${formatInteger(maxCsvLines)} doctors and 1 MB at most`}
      file={file}
      running={steps.running}
      failed={steps.failed}
      errors={steps.errors ?? []}
      errorIn={errorIn}
      choices={
        !file && (
          <Stack gap="xs" align="flex-start">
            <Text c="dimmed" textWrap="pretty">
              A line with the ID of a doctor, as an export has it, changes that doctor. Any other line adds one. Nobody
              is deleted. An empty file has the names of all columns.
            </Text>
            <Button leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />} onClick={saveEmptyFile}>
              Save an empty file
            </Button>
          </Stack>
        )
      }
      report={
        report && (
          <>
            <ReportTable report={report} lists={lists} />
            {report.doubles.count > 0 && <Doubles doubles={report.doubles} />}
          </>
        )
      }
      nothing={
        report && !importInWords(report, lists) ? 'The desk has all of it already: nothing would change.' : undefined
      }
      onChoose={(chosen) => void steps.choose(chosen, (read) => steps.check(read, undefined))}
      onCheckAgain={() => file && steps.check(file, undefined)}
      onStart={() => steps.start(undefined)}
      leave={steps.leave}
      onForget={steps.forget}
    />
  );
}

/** The lines with doctors who may be another one too. They can be imported all the same. */
const Doubles = ({ doubles: { count, first } }: Pick<DoctorImport, 'doubles'>) => (
  <Stack role="group" aria-label="Possible doubles" gap={4} p="md" bdrs="md" bg="var(--awa-warning-tint)">
    <Text fw={500}>{counted(count, 'possible double')}. You can import them all the same:</Text>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The list scrolls, so it must be reachable by keyboard. */}
    <ul tabIndex={0} aria-label="Lines with possible doubles" style={{ maxHeight: '10rem', overflowY: 'auto' }}>
      {first.map(({ line, name, by, other }) => (
        <li key={`${line} ${by}`}>
          Line {formatInteger(line)}: {name} has the same {by === 'name' ? 'name' : 'number'} as {other.name}
          {other.line !== null && ` in line ${formatInteger(other.line)}`}
        </li>
      ))}
      {count > first.length && <li>and {formatInteger(count - first.length)} more</li>}
    </ul>
  </Stack>
);

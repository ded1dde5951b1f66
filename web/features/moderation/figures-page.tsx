import { Box, Stack, Text } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { caseLanes, reportReasons } from '#contract/case-states.ts';
import { capital } from '#contract/kinds.ts';
import { markNames } from '#contract/mark.ts';
import { type ModerationFigures, moderationFiguresApi, usualMonths } from '#contract/moderation-figures.ts';
import { explain } from '#web/api/call.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { failureOf, query } from '#web/api/query.ts';
import { duration, lastMonths, monthName, percent } from '#web/features/moderation/figures-words.ts';
import classes from '#web/features/moderation/figures.module.css';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';
import { timeFrom } from '#web/lib/moments.ts';
import { fileSize, formatInteger } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { ContentCard } from '#web/ui/content-card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { StatStrip } from '#web/ui/stat-strip.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const route = getRouteApi('/admin/desk/moderation/figures');

const { moderationFigures } = moderationFiguresApi;

/** The months to choose from, beside the usual ones. The figures are kept by month. */
const choices = [1, 3, 12, 24] as const;

/** The figures of moderation: what waits now, and how the last months went. They are of the team, never of a colleague. */
export function FiguresPage() {
  const { months = usualMonths } = route.useSearch();
  const navigate = route.useNavigate();
  const figures = useQuery({
    ...query(moderationFigures.read, { months }),
    placeholderData: keepPreviousData,
    // The figures are opened to see what waits now.
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: () => fetchFile(moderationFigures.export, { months }, new AbortController()),
    onSuccess: ({ name, file }) => {
      saveFile(name, file);
      showToast(`Saved ${name}, ${fileSize(file.size)}`);
    },
  });
  const { data } = figures;
  return (
    <>
      <title>Figures - Awa Desk</title>
      <PageHead
        {...moderationTitle}
        actions={
          <BusyButton
            leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
            busy={save.isPending}
            busyLabel="Exporting CSV"
            onClick={() => save.mutate()}
          >
            Export CSV
          </BusyButton>
        }
      />
      <ModerationHead>
        <FilterField
          label="Months"
          spoken
          otherwise={capital(lastMonths(usualMonths))}
          value={choices.find((choice) => choice === months)?.toString()}
          options={choices.map((choice) => ({ value: choice.toString(), label: capital(lastMonths(choice)) }))}
          onChange={(value) =>
            void navigate({
              search: { months: choices.find((choice) => choice.toString() === value) },
              resetScroll: false,
            })
          }
        />
      </ModerationHead>
      {save.error && (
        <Box mb={{ base: 'md', sm: 'lg' }}>
          <InlineFailure failed={explain(save.error)} />
        </Box>
      )}
      <Strip figures={data} failed={figures.isError && <FailedPanel {...failureOf(figures)} />} />
      {!data && !figures.isError && <Loading />}
      {data && <Tables figures={data} />}
    </>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

type StripProps = { figures: ModerationFigures | undefined; failed: ReactNode };

/** The cases that wait now, and the sums of the months. */
function Strip({ figures, failed }: StripProps) {
  const now = useNow(serverNow);
  const waits = (label: string, waiting: ModerationFigures['waiting']['crisis'] | undefined) => ({
    label,
    value: waiting && formatInteger(waiting.count),
    note: waiting?.oldest ? `oldest: ${timeFrom(waiting.oldest, now)}` : 'none waits',
  });
  const months = figures?.months ?? [];
  const total = (label: string, of: 'opened' | 'decided') => {
    const history = months.map((month) => month[of]);
    return {
      label,
      value: figures && formatInteger(sum(history)),
      note: lastMonths(months.length),
      ...(history.length > 1 && sum(history) > 0 && { history }),
    };
  };
  const appeals = sum(months.map((month) => month.appeals));
  const overturned = sum(months.map((month) => month.overturned));
  const appealsInWords =
    appeals === 0 ? 'no appeal decided' : `${formatInteger(overturned)} of ${formatInteger(appeals)} appeals`;
  return (
    <StatStrip
      label="Figures"
      failed={failed}
      stats={[
        waits(`${caseLanes.crisis}, waiting`, figures?.waiting.crisis),
        waits(`${caseLanes.ordinary}, waiting`, figures?.waiting.ordinary),
        ...(figures?.waiting.content === null
          ? []
          : [waits(`${caseLanes.content}, waiting`, figures?.waiting.content)]),
        waits('Appeals, waiting', figures?.waiting.appeals),
        total('Cases in', 'opened'),
        total('Decided', 'decided'),
        { label: 'Overturned', value: figures && percent(overturned, appeals), note: appealsInWords },
      ]}
    />
  );
}

const Loading = () => (
  <div className={classes.columns} aria-busy="true">
    {['By month', 'Time to decision'].map((title) => (
      <div key={title}>
        <ContentCard title={title}>
          <Stack gap="lg" p="lg">
            {Array.from({ length: 6 }, (_, at) => (
              <SkeletonBox key={at} width="100%" height="0.875rem" />
            ))}
          </Stack>
        </ContentCard>
      </div>
    ))}
  </div>
);

function Tables({ figures: { waiting, months, times, reasons, marks } }: { figures: ModerationFigures }) {
  const period = lastMonths(months.length);
  const decided = sum(months.map((month) => month.decided));
  const waits = sum(Object.values(waiting).map((one) => one?.count ?? 0));
  if (sum(months.map((month) => month.opened + month.decided + month.appeals)) + waits === 0) {
    return (
      <ContentCard>
        <Empty
          icon={IconChartBar}
          title="No figures yet"
          sentence={`No case was opened or decided in the ${period}. Figures appear here with the first report.`}
        />
      </ContentCard>
    );
  }
  const nothing = `Nothing was decided in the ${period}.`;
  return (
    <div className={classes.columns}>
      <div>
        <FigureTable
          title="By month"
          caption={`Cases opened and decided, and appeals decided, by month in UTC. This month has not ended.`}
          heads={['Month', 'In', 'Decided', 'Appeals', 'Overturned']}
          rows={[...months]
            .sort((one, other) => (one.month < other.month ? 1 : -1))
            .map(({ month, opened, decided: done, appeals, overturned }) => [
              monthName(month),
              formatInteger(opened),
              formatInteger(done),
              formatInteger(appeals),
              percent(overturned, appeals),
            ])}
        />
        <FigureTable
          title="Upheld by reason"
          caption={`Cases decided in the ${period}. Upheld: the text breaks the rules, its author needs help, or content was corrected.`}
          heads={['Reason', 'Decided', 'Upheld', 'Share']}
          rows={reasons.map(({ reason, decided: done, upheld }) => [
            reportReasons[reason].label,
            formatInteger(done),
            formatInteger(upheld),
            percent(upheld, done),
          ])}
          nothing={nothing}
        />
      </div>
      <div>
        <FigureTable
          title="Time to decision"
          caption={`By severity, in the ${period}. Measured in steps that double: half of the cases, and nine of ten, waited no longer than shown.`}
          heads={['Severity', 'Decided', 'Half within', 'Nine of ten within']}
          rows={decided === 0 ? [] : times.map((row) => timeRow(row))}
          nothing={nothing}
        />
        <FigureTable
          title="Precision of marks"
          caption={`Cases that a mark opened or joined, decided in the ${period}. Right: the text was not within the rules.`}
          heads={['Mark', 'Decided', 'Right', 'Share']}
          rows={marks.map(({ mark, decided: done, right }) => [
            markNames[mark],
            formatInteger(done),
            formatInteger(right),
            percent(right, done),
          ])}
          nothing={`No case with a mark was decided in the ${period}.`}
        />
      </div>
    </div>
  );
}

const severityNames: Record<number, string> = { 5: '5, gravest', 1: '1, mildest' };

const timeRow = ({ severity, decided, p50, p90 }: ModerationFigures['times'][number]) => [
  severityNames[severity] ?? String(severity),
  formatInteger(decided),
  p50 === null ? '–' : duration(p50),
  p90 === null ? '–' : duration(p90),
];

type FigureTableProps = {
  title: string;
  /** A sentence that says what is counted. */
  caption: string;
  heads: string[];
  /** The first cell of a row names it. */
  rows: string[][];
  /** Shown instead of a table without rows. */
  nothing?: string;
};

/** A card with a table of figures. */
const FigureTable = ({ title, caption, heads, rows, nothing }: FigureTableProps) => (
  <ContentCard title={title}>
    {rows.length === 0 ? (
      <Text c="dimmed" px={{ base: 'md', sm: 'lg' }} pb="lg">
        {nothing}
      </Text>
    ) : (
      // It is focusable, so that keys scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={title}>
        <table className={classes.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={heads[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </ContentCard>
);

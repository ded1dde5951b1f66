import '@mantine/core/styles/RingProgress.layer.css';
import { Box, RingProgress, Text } from '@mantine/core';
import { IconBabyCarriage } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import {
  cycleApi,
  type PregnancyWeek,
  type Trimester,
  trimesterOf,
  trimesters,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { failureOf } from '#web/api/query.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import { useLacksApproval } from '#web/entity/approvals/use-approval.ts';
import { CardGap, CardGrid, EntityCard } from '#web/entity/list/entity-card.tsx';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityFrame, EntityRefusals } from '#web/entity/page/entity-page.tsx';
import { type RecordProps, useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { weekPreview } from '#web/features/cycle/app-preview.tsx';
import { cycleHead } from '#web/features/cycle/cycle-head.tsx';
import { SearchSelect } from '#web/form/search-select.tsx';
import { counted } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { ListCard } from '#web/ui/split-page.tsx';

const route = getRouteApi('/admin/desk/cycle/pregnancy');

const pregnancyWeekEntity = defineEntity({
  contract: pregnancyWeekFields,
  routes: cycleApi.weeks,
  dependentRoutes: [editionsApi.cycleRule.read, cycleApi.cycle.analytics],
  title: ({ weekNumber }) => `Week ${weekNumber}`,
  titleIsName: true,
  created: 'Added',
  layout: {
    rows: [['weekNumber', 'trimester'], ['babySize'], ['developments'], ['tips'], ['citations'], ['currentWeekColor']],
    inputs: {
      // Until another trimester is chosen.
      weekNumber: { follows: (number) => (number > 0 ? { trimester: trimesterOf(number) } : {}) },
      babySize: { description: 'In words and in figures: A lime, 5.4 cm from crown to rump.' },
    },
  },
});

const names = Object.keys(trimesters) as Trimester[];
const nameOf = (name: Trimester) => `${name} trimester`;
const numbersOf = (name: Trimester) => {
  const [first, last] = trimesters[name];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
};
const numbers = names.flatMap(numbersOf);

/** The number of developments on a card. */
const shownDevelopments = 2;
const weeksOfPregnancy = 40;

/** The fields of deleted weeks in the bin. */
export const fields = { 'pregnancy-week': pregnancyWeekEntity.fields };

/** The weeks by trimester. A missing week is shown as a gap with an add button. */
export function WeeksPage() {
  const page = useEntityPage(pregnancyWeekEntity);
  const { list, records, address, may } = page;
  const { trimester, week: free } = route.useSearch();
  const navigate = route.useNavigate();
  const phone = usePhone();
  const stored = (number: number) => records?.find(({ weekNumber }) => weekNumber === number);
  const shown = records?.find(({ id }) => id === address.id)?.weekNumber ?? free;
  /** Opens a week, or the form of a missing one. */
  const show = (number: number) => {
    const id = stored(number)?.id;
    const search = id === undefined ? { form: 'new' as const, week: number } : { 'pregnancy-week': id };
    void navigate({ search: { trimester, ...search }, resetScroll: false });
  };
  return (
    <EntityFrame
      {...cycleHead}
      page={page}
      over
      icon={IconBabyCarriage}
      add="Add week"
      preview={weekPreview}
      given={free === undefined ? undefined : { weekNumber: free, trimester: trimesterOf(free) }}
      detail={(record) => (
        <EntityDetail
          page={page}
          record={record}
          subtitle={record.babySize}
          facts={['trimester', 'developments', 'tips', 'citations', 'currentWeekColor']}
        />
      )}
    >
      <ListCard
        plain
        title={records ? `Pregnancy weeks (${records.length})` : 'Pregnancy weeks'}
        tools={
          <>
            <ChoiceLinks
              label="Trimester"
              links={[undefined, ...names].map((name) => ({
                label: name ? nameOf(name) : 'All',
                search: name ? { trimester: name } : {},
                current: trimester === name,
                count: records?.filter(({ weekNumber }) => !name || trimesterOf(weekNumber) === name).length,
              }))}
            />
            <SearchSelect
              flex={phone ? '1 0 100%' : '0 1 14rem'}
              ms="auto"
              aria-label="Go to week"
              placeholder={`Go to week, 1 to ${numbers.length}`}
              inputMode="numeric"
              selectFirstOptionOnChange
              data={numbers.map((number) => ({ value: String(number), label: `Week ${number}` }))}
              value={shown === undefined ? null : String(shown)}
              onChange={(number) => show(Number(number))}
            />
          </>
        }
      >
        <EntityRefusals page={page} />
        <ListStates
          {...failureOf(list)}
          // The gaps are shown even without any week.
          rows={records && (trimester ? [trimester] : names)}
          skeleton={{ shape: 'text', rows: 6, label: 'Loading pregnancy weeks' }}
          empty={{ icon: IconBabyCarriage, title: 'No pregnancy weeks yet', sentence: 'Add the first one.' }}
        >
          {(sections) => (
            <>
              {sections.map((name) => (
                <section key={name} aria-label={nameOf(name)}>
                  <Text component="h2" size="md" fw={600} mb="sm" tabIndex={-1} style={{ outline: 'none' }}>
                    {nameOf(name)}{' '}
                    <Text span c="dimmed">
                      Weeks {trimesters[name].join(' to ')}
                    </Text>
                  </Text>
                  <CardGrid label={nameOf(name)}>
                    {numbersOf(name).map((number) => {
                      const record = stored(number);
                      if (record) return <WeekCard key={record.id} page={page} record={record} />;
                      return (
                        may.create && <CardGap key={number} add={`Add week ${number}`} onAdd={() => show(number)} />
                      );
                    })}
                  </CardGrid>
                </section>
              ))}
            </>
          )}
        </ListStates>
      </ListCard>
    </EntityFrame>
  );
}

/** A size in words, and the text after a colon: `A lime`, `about 5.4 cm`. */
const partsOf = (size: string) => /^([^:]*)(?::\s*(.*))?$/s.exec(size)?.slice(1) ?? [];

type WeekCardProps = RecordProps<PregnancyWeek, typeof pregnancyWeekEntity.blank>;

/** A week of a pregnancy: its size and first developments. */
function WeekCard({ page, record }: WeekCardProps) {
  const { babySize, developments, tips, citations } = record;
  const title = pregnancyWeekEntity.title(record);
  const [size = '', measure = ''] = partsOf(babySize);
  const more = developments.length - shownDevelopments;
  const isNotApproved = useLacksApproval('pregnancy-week', record.id);
  const rest = [
    ...(more > 0 ? [`+${more} more`] : []),
    ...(tips.length > 0 ? [counted(tips.length, 'tip')] : []),
    ...(citations.length > 0 ? [counted(citations.length, 'citation')] : []),
    ...(isNotApproved ? ['not approved'] : []),
  ];
  return (
    <EntityCard
      page={page}
      record={record}
      picture={<WeekRing week={record.weekNumber} />}
      title={size || title}
      subtitle={size ? `${title}${measure && ` · ${measure}`}` : 'No size yet'}
      foot={rest.join(', ')}
    >
      <Box component="ul" ps="md" c="var(--awa-phase-edge)" style={{ listStyle: 'disc' }} data-phase="pregnancy">
        {developments.slice(0, shownDevelopments).map((one) => (
          <li key={one}>
            <Text size="xs" c="var(--awa-text)" lineClamp={2} title={one}>
              {one}
            </Text>
          </li>
        ))}
      </Box>
    </EntityCard>
  );
}

/** The progress of a pregnancy in this week, with the week's number. */
const WeekRing = ({ week: number }: { week: number }) => (
  <RingProgress
    aria-hidden
    data-phase="pregnancy"
    // The ring progress leaves a tenth of its size free around the ring.
    size={50}
    m={-3}
    thickness={4}
    roundCaps
    rootColor="var(--awa-phase-tint)"
    sections={[{ value: Math.min(number / weeksOfPregnancy, 1) * 100, color: 'var(--awa-phase-edge)' }]}
    label={
      <Text ta="center" fw={600}>
        {number}
      </Text>
    }
  />
);

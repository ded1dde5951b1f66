import { useMediaQuery } from '@mantine/hooks';
import { IconBabyCarriage, IconBulb, IconFileText, IconRotateClockwise, IconWalk } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { cycleApi, type PhaseName, phaseNames, trimesterOf } from '#contract/cycle.ts';
import { failureOf, query } from '#web/api/query.ts';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import { EntityFrame, EntityPage, EntityRefusals } from '#web/entity/entity-page.tsx';
import { useEntityPage } from '#web/entity/use-entity-page.ts';
import { ActivityTile } from '#web/features/cycle/activity-icon.tsx';
import { ActivityPreview } from '#web/features/cycle/activity-preview.tsx';
import { CycleHead, cycleTitle } from '#web/features/cycle/cycle-head.tsx';
import { activitiesFailure, phasesFailure } from '#web/features/cycle/failures.ts';
import { activity, description, insight, phase, week } from '#web/features/cycle/kinds.ts';
import { PhaseDetail } from '#web/features/cycle/phase-detail.tsx';
import { PhaseList } from '#web/features/cycle/phase-list.tsx';
import { PhaseBadge, PhasePicker } from '#web/features/cycle/phase-picker.tsx';
import { SettingsCards } from '#web/features/cycle/settings.tsx';
import { GoToWeek, TrimesterFilter, WeekFields, WeekGrid } from '#web/features/cycle/weeks.tsx';
import { RichText } from '#web/rich-text/rich-text.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { ListCard } from '#web/ui/split-page.tsx';

const ActivityFields = lazyComponent(
  async () => (await import('#web/features/cycle/activity-fields.tsx')).ActivityFields,
);

const phasesRoute = getRouteApi('/admin/desk/cycle');
const weeksRoute = getRouteApi('/admin/desk/cycle/pregnancy');

/** The recommendations that a row shows. */
const shownRecommendations = 2;

/** What stands over every tab. */
const head = { ...cycleTitle, below: <CycleHead /> };

/** Where somebody adds things of a phase, the app shows them with it. */
const inPhase = (of: PhaseName | undefined) =>
  of ? `Add the first one for the ${phaseNames[of].toLowerCase()} phase.` : 'Add the first one.';

export function PhasesPage() {
  const page = useEntityPage(phase);
  const { list, things, address } = page;
  const settings = useQuery(query(cycleApi.cycle.settings, {}));
  const wide = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const { name: added } = phasesRoute.useSearch();
  const navigate = phasesRoute.useNavigate();
  // Beside the ring one phase is always shown. Under 1,024 px it covers the ring, so that one is chosen first.
  const id = address.id ?? (wide && !address.form ? things?.[0]?.id : undefined);
  const chosen = things?.find((thing) => thing.id === id);
  const failing = list.error ? list : settings;
  const { failed, ...retry } = failureOf(failing);
  const rows = settings.data && things ? [settings.data] : undefined;
  return (
    <EntityFrame
      {...head}
      page={{ ...page, address: { ...address, id } }}
      icon={IconRotateClockwise}
      add={null}
      given={added && { phase: added, displayOrder: Object.keys(phaseNames).indexOf(added) + 1 }}
      detail={(thing) => <PhaseDetail page={page} thing={thing} />}
    >
      <ListCard title={things ? `Phases (${things.length})` : 'Phases'}>
        <ListStates
          {...retry}
          failed={failed && (failing === list ? phasesFailure(failed) : failed)}
          rows={rows}
          skeleton={{ shape: 'picture', rows: 5, label: 'Loading phases' }}
          empty={{ icon: IconRotateClockwise, title: 'No phases yet', sentence: 'Add the four phases of a cycle.' }}
        >
          {([stored]) =>
            stored && (
              <PhaseList
                settings={stored}
                phases={things ?? []}
                chosen={chosen?.phase}
                onAdd={
                  page.may.create
                    ? (name) => void navigate({ search: { form: 'new', name }, resetScroll: false })
                    : undefined
                }
              />
            )
          }
        </ListStates>
      </ListCard>
    </EntityFrame>
  );
}

export function ActivitiesPage() {
  const page = useEntityPage(activity);
  const of = page.scope?.id as PhaseName | undefined;
  return (
    <EntityPage
      {...head}
      page={page}
      icon={IconWalk}
      empty={inPhase(of)}
      picker={<PhasePicker phase={of} />}
      failure={(failed) => activitiesFailure(failed, of, page.list.errorUpdatedAt)}
      row={(thing) => ({ picture: <ActivityTile {...thing} />, lines: [[thing.description]] })}
      detail={(thing) => (
        <EntityDetail
          page={page}
          thing={thing}
          badges={<PhaseBadge phase={thing.phase} />}
          facts={[...(thing.richContent ? [] : ['content' as const]), 'backgroundColor', 'displayOrder']}
        >
          <ActivityPreview {...thing} />
          {thing.richContent && <RichText html={thing.richContent} />}
        </EntityDetail>
      )}
      fields={(form) => <ActivityFields form={form} />}
    />
  );
}

export function InsightsPage() {
  const page = useEntityPage(insight);
  const of = page.scope?.id as PhaseName | undefined;
  return (
    <EntityPage
      {...head}
      page={page}
      icon={IconBulb}
      empty={inPhase(of)}
      picker={<PhasePicker phase={of} />}
      rowHeight={6.5}
      row={({ recommendations }) => {
        const more = recommendations.length - shownRecommendations;
        const shown = recommendations.slice(0, shownRecommendations).map((one) => [one]);
        return { lines: more > 0 ? [...shown, [`+${more} more`]] : shown };
      }}
    />
  );
}

export function DescriptionsPage() {
  const page = useEntityPage(description);
  return (
    <EntityPage
      {...head}
      page={page}
      icon={IconFileText}
      empty="Add the first one and the app explains its phase."
      row={(thing) => ({ lines: [[thing.description], [<PhaseBadge key="phase" phase={thing.phase} />]] })}
    />
  );
}

export function WeeksPage() {
  const page = useEntityPage(week);
  const { week: free } = weeksRoute.useSearch();
  const { list, things, address } = page;
  return (
    <EntityFrame
      {...head}
      page={page}
      alone={address.id === undefined && address.form === undefined}
      icon={IconBabyCarriage}
      add="Add week"
      given={free === undefined ? undefined : { weekNumber: free, trimester: trimesterOf(free) }}
      detail={(thing) => (
        <EntityDetail
          page={page}
          thing={thing}
          line={thing.babySize}
          facts={['trimester', 'developments', 'tips', 'citations', 'currentWeekColor']}
        />
      )}
      fields={(form) => <WeekFields form={form} />}
    >
      <ListCard
        plain
        title={things ? `Pregnancy weeks (${things.length})` : 'Pregnancy weeks'}
        tools={
          <>
            <TrimesterFilter weeks={things} />
            <GoToWeek weeks={things ?? []} />
          </>
        }
      >
        <EntityRefusals page={page} />
        <ListStates
          {...failureOf(list)}
          // The gaps are shown without any week as well.
          rows={things && [things]}
          skeleton={{ shape: 'text', rows: 6, label: 'Loading pregnancy weeks' }}
          empty={{ icon: IconBabyCarriage, title: 'No pregnancy weeks yet', sentence: 'Add the first one.' }}
        >
          {([weeks = []]) => <WeekGrid page={page} weeks={weeks} />}
        </ListStates>
      </ListCard>
    </EntityFrame>
  );
}

export function SettingsPage() {
  return (
    <>
      <title>Cycle settings - Awa Desk</title>
      <PageHead {...cycleTitle} />
      {head.below}
      <SettingsCards />
    </>
  );
}

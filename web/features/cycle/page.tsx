import { Input } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBulb, IconFileText, IconRotateClockwise, IconWalk } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { cycleApi, type Phase, phaseFields, type PhaseName, phaseNames } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { failureOf, query } from '#web/api/query.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import type { FieldsForm } from '#web/entity/form/use-entity-form.tsx';
import { EntityFrame } from '#web/entity/page/entity-page.tsx';
import { type RecordProps, useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { phasePreview } from '#web/features/cycle/app-preview.tsx';
import { cycleHead } from '#web/features/cycle/cycle-head.tsx';
import { phasesFailure } from '#web/features/cycle/failures.ts';
import { PhaseList } from '#web/features/cycle/phase-list.tsx';
import { PhaseBadge, phaseOrder } from '#web/features/cycle/phase-picker.tsx';
import { counted } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { LinkTiles } from '#web/ui/link-tiles.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { ListCard } from '#web/ui/split-page.tsx';

const route = getRouteApi('/admin/desk/cycle');

const phaseEntity = defineEntity({
  contract: phaseFields,
  routes: cycleApi.phases,
  dependentRoutes: [editionsApi.cycleRule.read, cycleApi.cycle.analytics, cycleApi.cycle.settings],
  title: ({ title }) => title,
});

/** The fields of deleted phases in the bin. */
export const fields = { phase: phaseEntity.fields };

export function PhasesPage() {
  const page = useEntityPage(phaseEntity);
  const { list, records, address } = page;
  const settings = useQuery(query(cycleApi.cycle.settings, {}));
  const wide = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const { name: added } = route.useSearch();
  const navigate = route.useNavigate();
  // Beside the ring a phase is always shown. Under 1,024 px the detail covers the ring, so a phase is chosen there
  // first.
  const id = address.id ?? (wide && !address.form ? records?.[0]?.id : undefined);
  const chosen = records?.find((record) => record.id === id);
  const { failed, ...retry } = failureOf(list);
  const rows = records && !settings.isPending ? [records] : undefined;
  const free = phaseOrder.filter((name) => !records?.some(({ phase: taken }) => taken === name));
  const given = free.find((name) => name === added) ?? free[0];
  return (
    <EntityFrame
      {...cycleHead}
      page={{ ...page, address: { ...address, id } }}
      icon={IconRotateClockwise}
      add={null}
      given={given && { phase: given, displayOrder: phaseOrder.indexOf(given) + 1 }}
      detail={(record) => <PhaseDetail page={page} record={record} />}
      preview={phasePreview}
      fields={(form) => <PhaseFields form={form} isNew={address.form === 'new'} free={free} />}
    >
      <ListCard title={records ? `Phases (${records.length})` : 'Phases'}>
        {!failed && <FailedPanel {...failureOf(settings)} />}
        <ListStates
          {...retry}
          failed={failed && phasesFailure(failed)}
          rows={rows}
          skeleton={{ shape: 'picture', rows: 5, label: 'Loading phases' }}
          empty={{ icon: IconRotateClockwise, title: 'No phases yet', sentence: 'Add the four phases of a cycle.' }}
        >
          {([phases]) => (
            <PhaseList
              settings={settings.data}
              phases={phases ?? []}
              chosen={chosen?.phase}
              onAdd={
                page.may.create
                  ? (name) => void navigate({ search: { form: 'new', name }, resetScroll: false })
                  : undefined
              }
            />
          )}
        </ListStates>
      </ListCard>
    </EntityFrame>
  );
}

type PhaseFieldsProps = {
  form: FieldsForm<typeof phaseEntity.blank>;
  isNew: boolean;
  /** The phases that have no record yet. */
  free: readonly PhaseName[];
};

/** The inputs of a phase. Each phase has one record, so a new record takes a free phase, and keeps it. */
function PhaseFields({ form, isNew, free }: PhaseFieldsProps) {
  const { phase: name } = form.form.values;
  const choice = {
    options: Object.fromEntries((free.length > 0 ? free : phaseOrder).map((one) => [one, phaseNames[one]])),
  };
  const subtitle = (
    <Input.Wrapper label={phaseFields.labels.phase} labelElement="div">
      <PhaseBadge phase={name} />
    </Input.Wrapper>
  );
  return <EntityFields entity={phaseEntity} form={form} inputs={{ phase: isNew ? choice : subtitle }} />;
}

type PhaseDetailProps = RecordProps<Phase, typeof phaseEntity.blank>;

/** A phase with its texts, and links to its other records. */
function PhaseDetail({ page, record }: PhaseDetailProps) {
  const { phase: name, shortDescription } = record;
  const activities = useQuery(query(cycleApi.activities.list, { phase: name }));
  const insights = useQuery(query(cycleApi.insights.list, { phase: name }));
  const descriptions = useQuery(query(cycleApi.descriptions.list, {}));
  const failing = [activities, insights, descriptions].find(({ error }) => error);
  const described = descriptions.data?.descriptions.filter((one) => one.phase === name).length;
  return (
    <EntityDetail
      page={page}
      record={record}
      subtitle={shortDescription}
      badges={<PhaseBadge phase={name} />}
      facts={['description', 'longDescription', 'color', 'displayOrder', 'citations']}
    >
      <LinkTiles
        label={`More of ${phaseNames[name]}`}
        links={[
          {
            to: '/admin/desk/cycle/activities',
            search: { phase: name },
            icon: IconWalk,
            title: 'Activities',
            subtitle: activities.data && counted(activities.data.activities.length, 'activity', 'activities'),
          },
          {
            to: '/admin/desk/cycle/insights',
            search: { phase: name },
            icon: IconBulb,
            title: 'Insights',
            subtitle: insights.data && counted(insights.data.insights.length, 'insight'),
          },
          {
            to: '/admin/desk/cycle/descriptions',
            icon: IconFileText,
            title: 'Descriptions',
            subtitle: described === undefined ? undefined : counted(described, 'description'),
          },
        ]}
      />
      {failing && <FailedPanel {...failureOf(failing)} />}
    </EntityDetail>
  );
}

import { IconFileText } from '@tabler/icons-react';
import { cycleApi, phaseDescriptionFields } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { descriptionPreview } from '#web/features/cycle/app-preview.tsx';
import { cycleHead } from '#web/features/cycle/cycle-head.tsx';
import { PhaseBadge } from '#web/features/cycle/phase-picker.tsx';

const phaseDescriptionEntity = defineEntity({
  contract: phaseDescriptionFields,
  routes: cycleApi.descriptions,
  dependentRoutes: [editionsApi.cycleRule.read],
  title: ({ title }) => title,
  created: 'Added',
});

/** The fields of deleted descriptions in the bin. */
export const fields = { 'phase-description': phaseDescriptionEntity.fields };

export function DescriptionsPage() {
  const page = useEntityPage(phaseDescriptionEntity);
  return (
    <EntityPage
      {...cycleHead}
      page={page}
      icon={IconFileText}
      preview={descriptionPreview}
      rowHeight={6.5}
      empty="Add the first one and the app explains its phase."
      row={(record) => ({ lines: [[record.description], [<PhaseBadge key="phase" phase={record.phase} />]] })}
    />
  );
}

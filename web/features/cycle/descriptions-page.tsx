import { IconFileText } from '@tabler/icons-react';
import { cycleApi as api, description as contract } from '#contract/cycle.ts';
import { defineEntity } from '#web/entity/define-entity.tsx';
import { EntityPage } from '#web/entity/entity-page.tsx';
import { useEntityPage } from '#web/entity/use-entity-page.ts';
import { descriptionPreview } from '#web/features/cycle/app-preview.tsx';
import { cycleHead } from '#web/features/cycle/cycle-head.tsx';
import { PhaseBadge } from '#web/features/cycle/phase-picker.tsx';

const description = defineEntity({
  contract,
  routes: api.descriptions,
  title: ({ title }) => title,
  created: 'Added',
});

/** The fields of deleted descriptions in the bin. */
export const fields = { 'phase-description': description.fields };

export function DescriptionsPage() {
  const page = useEntityPage(description);
  return (
    <EntityPage
      {...cycleHead}
      page={page}
      icon={IconFileText}
      preview={descriptionPreview}
      empty="Add the first one and the app explains its phase."
      row={(thing) => ({ lines: [[thing.description], [<PhaseBadge key="phase" phase={thing.phase} />]] })}
    />
  );
}

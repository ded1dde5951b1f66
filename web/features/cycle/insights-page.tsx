import { IconBulb } from '@tabler/icons-react';
import { cycleApi, insightFields, phaseNames } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { insightPreview } from '#web/features/cycle/app-preview.tsx';
import { cycleHead } from '#web/features/cycle/cycle-head.tsx';
import { listOfPhase } from '#web/features/cycle/phase-picker.tsx';
import { excerpt } from '#web/lib/excerpt.ts';

/** An insight has no name; its message serves as the title. */
const insightEntity = defineEntity({
  contract: insightFields,
  routes: cycleApi.insights,
  dependentRoutes: [editionsApi.cycleRule.read, cycleApi.cycle.analytics],
  scope: 'phase',
  title: ({ phase, personalizedMessage }) => excerpt(personalizedMessage) || `${phaseNames[phase]} insight`,
  created: 'Added',
});

/** The number of recommendations in a row. */
const shownRecommendations = 2;

/** The fields of deleted insights in the bin. */
export const fields = { insight: insightEntity.fields };

export function InsightsPage() {
  const page = useEntityPage(insightEntity);
  return (
    <EntityPage
      {...cycleHead}
      {...listOfPhase(page)}
      page={page}
      icon={IconBulb}
      rowHeight={7}
      preview={insightPreview}
      row={({ recommendations }) => {
        const more = recommendations.length - shownRecommendations;
        const shown = recommendations.slice(0, shownRecommendations).map((one) => [one]);
        return { lines: more > 0 ? [...shown, [`+${more} more`]] : shown };
      }}
    />
  );
}

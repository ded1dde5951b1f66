import { IconBulb, IconFileText, IconWalk } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { cycleApi, type Phase, phaseNames } from '#contract/cycle.ts';
import { query } from '#web/api/query.ts';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import type { phase } from '#web/features/cycle/kinds.ts';
import { PhaseBadge } from '#web/features/cycle/phase-picker.tsx';
import { counted } from '#web/lib/numbers.ts';
import { LinkTiles } from '#web/ui/link-tiles.tsx';

type PhaseDetailProps = { page: EntityPageParts<Phase, typeof phase.blank>; thing: Phase };

/** A phase with its texts, and the ways to what belongs to it. */
export function PhaseDetail({ page, thing }: PhaseDetailProps) {
  const { phase: name, shortDescription } = thing;
  const activities = useQuery(query(cycleApi.activities.list, { phase: name }));
  const insights = useQuery(query(cycleApi.insights.list, { phase: name }));
  const descriptions = useQuery(query(cycleApi.descriptions.list, {}));
  const described = descriptions.data?.descriptions.filter((one) => one.phase === name).length;
  return (
    <EntityDetail
      page={page}
      thing={thing}
      line={shortDescription}
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
            line: activities.data && counted(activities.data.activities.length, 'activity', 'activities'),
          },
          {
            to: '/admin/desk/cycle/insights',
            search: { phase: name },
            icon: IconBulb,
            title: 'Insights',
            line: insights.data && counted(insights.data.insights.length, 'insight'),
          },
          {
            to: '/admin/desk/cycle/descriptions',
            icon: IconFileText,
            title: 'Descriptions',
            line: described === undefined ? undefined : counted(described, 'description'),
          },
        ]}
      />
    </EntityDetail>
  );
}

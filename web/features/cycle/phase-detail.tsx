import { Box, Text } from '@mantine/core';
import { IconBulb, IconChevronRight, IconFileText, IconWalk, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cycleApi, type Phase, phaseNames } from '#contract/cycle.ts';
import { query } from '#web/api/query.ts';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import classes from '#web/features/cycle/cycle.module.css';
import type { phase } from '#web/features/cycle/kinds.ts';
import { PhaseBadge } from '#web/features/cycle/phase-picker.tsx';
import { counted } from '#web/lib/numbers.ts';

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
      <nav className={classes.related} aria-label={`More of ${phaseNames[name]}`}>
        <Related
          to="/admin/desk/cycle/activities"
          search={{ phase: name }}
          icon={IconWalk}
          title="Activities"
          line={activities.data && counted(activities.data.activities.length, 'activity', 'activities')}
        />
        <Related
          to="/admin/desk/cycle/insights"
          search={{ phase: name }}
          icon={IconBulb}
          title="Insights"
          line={insights.data && counted(insights.data.insights.length, 'insight')}
        />
        <Related
          to="/admin/desk/cycle/descriptions"
          search={{}}
          icon={IconFileText}
          title="Descriptions"
          line={described === undefined ? undefined : counted(described, 'description')}
        />
      </nav>
    </EntityDetail>
  );
}

type RelatedProps = { to: string; search: object; icon: Icon; title: string; line: string | undefined };

/** Leads to what a phase has on another tab. */
const Related = ({ to, search, icon: RelatedIcon, title, line }: RelatedProps) => (
  <Link to={to as '.'} search={search as never}>
    <RelatedIcon size={20} stroke={1.6} color="var(--awa-secondary)" aria-hidden="true" />
    <Box component="span">
      <Text component="span" display="block" fw={500}>
        {title}
      </Text>
      <Text component="span" display="block" size="xs" c="dimmed" mih="1.125rem">
        {line}
      </Text>
    </Box>
    <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
  </Link>
);

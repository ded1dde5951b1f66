import { Box, SimpleGrid, Text } from '@mantine/core';
import { IconEyeSearch, IconLock, IconMessages, IconPalette, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { awaApi } from '#contract/awa.ts';
import { addressOf } from '#contract/kinds.ts';
import { Mark, harmName, markNames } from '#contract/mark.ts';
import { usersApi } from '#contract/users.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, query } from '#web/api/query.ts';
import { browserZone } from '#web/lib/dates.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { DayBars } from '#web/ui/day-bars.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { LinkTiles } from '#web/ui/link-tiles.tsx';
import { StatStrip } from '#web/ui/stat-strip.tsx';

/** The days of the charts, today included. */
const days = 30;

const posts = addressOf('post');

/** The counts, a chart of new content by day, the items that need review, and links to frequent tasks. */
export function Overview() {
  const analytics = useQuery(query(awaApi.awa.analytics, {}));
  const may = usePermission();
  const { totals, needsALook } = analytics.data ?? {};
  const figure = (label: string, value: number | undefined, note?: string) => ({
    label,
    value: value === undefined ? undefined : formatInteger(value),
    note,
  });
  return (
    <>
      <StatStrip
        label="Figures"
        failed={analytics.isError && <FailedPanel {...failureOf(analytics)} />}
        stats={[
          figure('Topics', totals?.topics),
          figure('Secrets', totals?.secrets),
          figure('Communities', totals?.communities),
          figure('Posts', totals?.posts),
          figure('Active users', totals?.activeUsers, `last ${days} days`),
          figure('Marked posts', needsALook?.any, 'need a look'),
        ]}
      />
      <ContentCard title="Quick Actions">
        <Box px="lg" pb="lg">
          <LinkTiles
            label="Quick Actions"
            links={[
              { to: posts, icon: IconMessages, title: 'Read posts', subtitle: 'Newest first' },
              {
                to: posts,
                search: { marks: 'any' },
                icon: IconEyeSearch,
                title: 'Marked posts',
                subtitle: needsALook && `${formatInteger(needsALook.any)} to look at`,
              },
              ...(may(awaApi.topics.create) ? [add('topic', IconPalette, 'Title and colour')] : []),
              ...(may(awaApi.secrets.create) && totals?.topics !== 0
                ? [add('secret', IconLock, 'For one group'), add('community', IconUsersGroup, 'In a topic')]
                : []),
            ]}
          />
        </Box>
      </ContentCard>
      <ContentCard title="Needs a look">
        <Box px="lg" pb="lg">
          <Text c="dimmed" mb="md" textWrap="pretty">
            Rules mark these posts by their words, and miss some. Their words in Pidgin, Yorùbá, Hausa and Igbo have not
            been checked by native speakers.
          </Text>
          <LinkTiles
            label="Needs a look"
            links={(['harm', ...Mark.options] as const).map((mark) => ({
              to: posts,
              search: { marks: mark },
              title: mark === 'harm' ? harmName : markNames[mark],
              subtitle: needsALook && counted(needsALook[mark], 'post'),
            }))}
          />
        </Box>
      </ContentCard>
      <ContentCard title="By day">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" px="lg" pb="lg">
          <Chart route={usersApi.users.posts} label="Posts" one="post" many="posts" />
          <Chart route={usersApi.users.writers} label="Posted or commented" one="person" many="people" />
        </SimpleGrid>
      </ContentCard>
    </>
  );
}

/** A link to the form of a new record. */
const add = (kind: 'topic' | 'secret' | 'community', icon: typeof IconLock, subtitle: string) => ({
  to: addressOf(kind),
  search: { form: 'new' },
  icon,
  title: `Add ${kind}`,
  subtitle,
});

type ChartProps = {
  route: typeof usersApi.users.posts;
  label: string;
  one: string;
  many: string;
};

/** A chart of the count per day. */
function Chart({ route, label, one, many }: ChartProps) {
  const counts = useQuery(query(route, { days, timeZone: browserZone() }));
  return counts.isError ? (
    <FailedPanel {...failureOf(counts)} />
  ) : (
    <DayBars label={`${label}, last ${days} days`} one={one} many={many} days={counts.data?.days} />
  );
}

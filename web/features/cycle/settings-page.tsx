import { Box, Flex, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cycleApi, type CycleSettings, type Trimester, trimesters } from '#contract/cycle.ts';
import { failureOf, query } from '#web/api/query.ts';
import { cycleHead } from '#web/features/cycle/cycle-head.tsx';
import { CycleRing, CycleTable } from '#web/features/cycle/cycle-ring.tsx';
import { counted } from '#web/lib/numbers.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Swatch } from '#web/ui/swatch.tsx';

/** The default lengths and colours of the app, read-only. */
export function SettingsPage() {
  const settings = useQuery(query(cycleApi.cycle.settings, {}));
  const { data } = settings;
  const { below, ...head } = cycleHead;
  return (
    <>
      <title>Cycle settings - Awa Desk</title>
      <PageHead {...head} />
      {below}
      {settings.error && (
        <ContentCard>
          <FailedPanel {...failureOf(settings)} />
        </ContentCard>
      )}
      {settings.isPending && (
        <ContentCard>
          <SkeletonRows shape="text" rows={4} label="Loading settings" />
        </ContentCard>
      )}
      {data && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <div>
            <Cycle settings={data} />
          </div>
          <div>
            <Pregnancy settings={data} />
          </div>
        </SimpleGrid>
      )}
    </>
  );
}

type SettingsProps = { settings: CycleSettings };

const Cycle = ({ settings }: SettingsProps) => (
  <ContentCard title="Cycle">
    <Box px="lg" pb="lg">
      <Text c="dimmed">
        The app begins with a cycle of {counted(settings.defaultCycleLength, 'day')} and a period of{' '}
        {counted(settings.defaultPeriodLength, 'day')}, until it knows better. A colour is changed on the tab Phase
        Data.
      </Text>
      <CycleRing settings={settings} />
      <CycleTable settings={settings} />
    </Box>
  </ContentCard>
);

const Pregnancy = ({ settings }: SettingsProps) => (
  <ContentCard title="Pregnancy">
    <Flex component="dl" direction="column" gap="md" px="lg" pb="lg">
      {(Object.keys(trimesters) as Trimester[]).map((name) => {
        const [first, last] = trimesters[name];
        return (
          <Flex key={name} justify="space-between" gap="md">
            <dt>
              {name} trimester
              <Text size="xs" c="dimmed">
                Weeks {first} to {last}
              </Text>
            </dt>
            <dd>
              <Swatch colour={settings.pregnancyColors[name]} />
            </dd>
          </Flex>
        );
      })}
    </Flex>
  </ContentCard>
);

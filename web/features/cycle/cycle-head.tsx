import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cycleApi } from '#contract/cycle.ts';
import { failureOf, query } from '#web/api/query.ts';
import { UnapprovedNote } from '#web/entity/approvals/unapproved-note.tsx';
import classes from '#web/features/cycle/cycle.module.css';
import { formatInteger } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { TabsHead } from '#web/ui/tabs-head.tsx';

const RuleButton = lazyComponent(async () => (await import('#web/entity/editions/rule-button.tsx')).RuleButton);

const tabs = [
  { to: '/admin/desk/cycle', label: 'Phase Data' },
  { to: '/admin/desk/cycle/activities', label: 'Activities' },
  { to: '/admin/desk/cycle/insights', label: 'Insights' },
  { to: '/admin/desk/cycle/descriptions', label: 'Descriptions' },
  { to: '/admin/desk/cycle/pregnancy', label: 'Pregnancy' },
  { to: '/admin/desk/cycle/settings', label: 'Settings' },
] as const;

/** The figures with the values of a new desk. A figure missing from the response shows this value, marked. */
const figures = [
  { name: 'totalPhases', label: 'Phases', expected: 4 },
  { name: 'totalActivities', label: 'Activities', expected: 24 },
  { name: 'totalInsights', label: 'Insights', expected: 4 },
  { name: 'pregnancyWeeks', label: 'Pregnancy weeks', expected: 42 },
] as const;

/** The tabs of My Cycle, with counts. */
function CycleTabs() {
  const analytics = useQuery(query(cycleApi.cycle.analytics, {}));
  const { failed, ...retry } = failureOf(analytics);
  const answer: Partial<Record<string, number>> | undefined = analytics.data;
  return (
    <TabsHead label="My Cycle" links={tabs}>
      {failed ? (
        <Box flex="1 1 20rem" style={{ '--failed-padding': '0' }}>
          <FailedPanel failed={failed} {...retry} />
        </Box>
      ) : (
        <Group
          component="dl"
          align="stretch"
          gap="0.375rem 1.5rem"
          className={classes.figures}
          aria-label="Figures"
          aria-busy={!answer}
        >
          {figures.map(({ name, label, expected }) => (
            <div key={name}>
              <Text component="dt" c="dimmed">
                {label}
              </Text>
              <dd data-tabular>
                {answer ? (
                  <Figure value={answer[name]} expected={expected} />
                ) : (
                  <SkeletonBox width="1.5rem" height="1rem" />
                )}
              </dd>
            </div>
          ))}
        </Group>
      )}
    </TabsHead>
  );
}

const Figure = ({ value, expected }: { value: number | undefined; expected: number }) =>
  value === undefined ? (
    <span data-expected title="Count unavailable. A new desk starts with this many.">
      {expected} expected
    </span>
  ) : (
    formatInteger(value)
  );

/** The head of each tab. */
export const cycleHead = {
  title: 'My Cycle Content Management',
  subtitle: 'The reference text behind the cycle screens: phases, activities, insights and pregnancy weeks.',
  below: (
    <>
      <CycleTabs />
      <Group justify="space-between" wrap="nowrap" gap="sm" h="1.25rem" mb="md">
        <UnapprovedNote area="cycle" />
        <RuleButton area="cycle" />
      </Group>
    </>
  ),
};

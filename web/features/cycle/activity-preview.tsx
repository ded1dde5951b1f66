import { Box, Text } from '@mantine/core';
import type { Activity } from '#contract/cycle.ts';
import { ActivityTile } from '#web/features/cycle/activity-icon.tsx';
import classes from '#web/features/cycle/cycle.module.css';

type Shown = Pick<Activity, 'name' | 'description' | 'icon' | 'iconType' | 'backgroundColor'>;

/** An activity as the row of the app that it becomes. */
export const ActivityPreview = ({ name, description, ...face }: Shown) => (
  <Box component="figure" maw="24rem" aria-label="As the app shows it">
    <Text component="figcaption" size="xs" c="dimmed" mb={6}>
      As the app shows it
    </Text>
    <div className={classes.row} data-scheme="light">
      <ActivityTile {...face} />
      <Box miw={0}>
        <Text size="md" fw={600} c="var(--awa-text)">
          {name || 'Name'}
        </Text>
        {description && <Text c="var(--awa-secondary)">{description}</Text>}
      </Box>
    </div>
  </Box>
);

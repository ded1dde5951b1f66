import { Box, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type EmptyProps = {
  icon: Icon;
  title: string;
  /** One sentence with the next step. */
  sentence: string;
  /** One button. */
  action?: ReactNode;
};

/** The content of a list without rows. */
export function Empty({ icon: EmptyIcon, title, sentence, action }: EmptyProps) {
  return (
    <Stack align="center" gap={0} pt="xl" px={24} pb={36} ta="center">
      <EmptyIcon size={36} stroke={1.4} color="var(--awa-secondary)" aria-hidden="true" />
      <Text component="h3" size="md" fw={600} mt="sm">
        {title}
      </Text>
      <Text c="dimmed" maw="36rem" textWrap="balance">
        {sentence}
      </Text>
      {action && <Box mt="md">{action}</Box>}
    </Stack>
  );
}

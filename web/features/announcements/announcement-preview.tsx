import { Box, Center, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { phoneDate } from '#web/lib/dates.ts';
import { Logo } from '#web/ui/logo.tsx';
import { PhoneHead } from '#web/ui/phone-preview.tsx';

type AnnouncementPreviewProps = {
  /** The text of the banner, cut after four lines as phones do. An empty text shows no banner. */
  message: string;
};

/** The height of a line of the banner. */
const leading = '1.1875rem';
const icon = { background: '#ffe2ec', color: '#2b1b2e', '--awa-marker': '#ec4480' };

/** A phone's lock screen with an announcement that has just arrived. Use it inside a `PhonePreview`. */
export function AnnouncementPreview({ message }: AnnouncementPreviewProps) {
  const [today] = useState(() => phoneDate(new Date()));
  return (
    <PhoneHead ground="var(--app-sky)" ink="white">
      <Box pt="4.5rem" px={10} ta="center" data-lock-screen>
        <Text size="md" fw={500}>
          {today}
        </Text>
        <Text fz="4.75rem" lh="5rem" fw={600} lts="-0.03em" mb="1.75rem">
          9:41
        </Text>
        {message && <AnnouncementBanner message={message} />}
      </Box>
    </PhoneHead>
  );
}

/** The banner itself, which stands on any ground. */
export const AnnouncementBanner = ({ message }: AnnouncementPreviewProps) => (
  <Group
    wrap="nowrap"
    align="stretch"
    gap={10}
    p="sm"
    bdrs={20}
    bg="var(--app-glass, var(--awa-sunken))"
    c="var(--awa-text)"
    ta="start"
  >
    <Center flex="none" w="2.25rem" h="2.25rem" bdrs="md" style={icon}>
      <Logo size={22} />
    </Center>
    <Box flex={1} miw={0}>
      <Group justify="space-between" align="stretch" gap={0} lh={leading}>
        <Text component="strong" fw={600} lh={leading}>
          Awa
        </Text>
        <Text span fz="xs" lh={leading} c="var(--awa-secondary)">
          now
        </Text>
      </Group>
      <Text lh={leading} lineClamp={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {message}
      </Text>
    </Box>
  </Group>
);

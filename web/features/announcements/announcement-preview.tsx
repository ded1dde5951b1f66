import { Box, Center, Group, Stack, Text } from '@mantine/core';
import { Logo, Wordmark } from '#web/ui/logo.tsx';

type AnnouncementPreviewProps = {
  /** The text of the banner, cut after four lines as on phones. An empty text shows no banner. */
  message: string;
};

/** The height of a line of the banner. */
const leading = '1.1875rem';
const icon = { background: '#ffe2ec', color: '#2b1b2e', '--awa-marker': '#ec4480' };

/** Heights of the blocks below an announcement on the app's first page, drawn without text. */
const blocks = ['9rem', '5rem', '5.5rem', '6rem'];

/** The app's first page with an announcement at the top. Use it inside a `PhonePreview`. */
export const AnnouncementPreview = ({ message }: AnnouncementPreviewProps) => (
  <Stack gap="sm" px="md" pt="3.5rem" h="100%" style={{ overflow: 'hidden' }}>
    <Wordmark name="Awa" />
    {message && <AnnouncementBanner message={message} />}
    {blocks.map((height) => (
      <Box key={height} flex="none" h={height} bdrs={16} bg="var(--awa-sunken)" aria-hidden="true" />
    ))}
  </Stack>
);

/** The banner alone, for any background. */
export const AnnouncementBanner = ({ message }: AnnouncementPreviewProps) => (
  <Group
    wrap="nowrap"
    align="stretch"
    gap={10}
    p="sm"
    bdrs={20}
    bg="var(--awa-selected)"
    c="var(--awa-text)"
    ta="start"
  >
    <Center flex="none" w="2.25rem" h="2.25rem" bdrs="md" style={icon}>
      <Logo size={22} />
    </Center>
    <Box flex={1} miw={0}>
      <Text component="strong" fw={600} lh={leading}>
        Awa
      </Text>
      <Text lh={leading} lineClamp={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {message}
      </Text>
    </Box>
  </Group>
);

import { Box, Flex, Text } from '@mantine/core';
import { IconExternalLink, IconPhotoOff } from '@tabler/icons-react';

function hostOf(address: string) {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

/**
 * Replaces a picture on another website, because loading it would reveal the viewer to that website. It shows the
 * website and a link.
 */
export function ForeignImage({ address }: { address: string }) {
  return (
    <Flex wrap="wrap" align="center" gap="8px 12px" px="md" py="sm" bd="1px solid var(--awa-hairline)" bdrs="md">
      <IconPhotoOff size={20} stroke={1.6} color="var(--awa-secondary)" aria-hidden="true" />
      <Box flex="1 1 12rem" miw={0}>
        <Text fw={500}>Picture on {hostOf(address)}</Text>
        <Text size="xs" c="dimmed" textWrap="pretty">
          Pictures from other sites are not loaded, so they cannot see what you view.
        </Text>
      </Box>
      <Flex
        component="a"
        data-picture
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        align="center"
        gap={4}
        mih={{ base: '2.75rem', sm: 0 }}
      >
        Open the picture
        <IconExternalLink size={14} stroke={2} aria-hidden="true" />
      </Flex>
    </Flex>
  );
}

/** The same on one line, for a small picture beside a name. */
export const ForeignPortrait = ({ address }: { address: string }) => (
  <Flex
    component="a"
    href={address}
    target="_blank"
    rel="noopener noreferrer"
    title="Pictures from other sites are not loaded, so they cannot see what you view."
    align="center"
    fz="xs"
    lh="xs"
    py={4}
    mih={{ base: '2.75rem', sm: 0 }}
  >
    Portrait on {hostOf(address)}
  </Flex>
);

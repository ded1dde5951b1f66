import { Box } from '@mantine/core';

/** A key drawn as on a keyboard. Screen readers skip it: the shortcut's element already has its key. */
export const KeyboardKey = ({ label }: { label: string }) => (
  <Box
    component="kbd"
    display="inline-grid"
    miw="1.25rem"
    h="1.25rem"
    px={4}
    bd="1px solid var(--awa-hairline-strong)"
    bdrs="xs"
    ff="inherit"
    fz="xs"
    c="dimmed"
    style={{ placeItems: 'center' }}
    aria-hidden="true"
  >
    {label}
  </Box>
);

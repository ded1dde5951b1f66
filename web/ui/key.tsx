import { Box } from '@mantine/core';

/** A key as it is drawn on a keyboard. It is not read out: what it does says its key by itself. */
export const Key = ({ label }: { label: string }) => (
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

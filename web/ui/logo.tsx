import { Flex } from '@mantine/core';

/**
 * The mark: a ring with a gap and a dot in it, for a cycle and a day. It is decorative, because the name is beside it.
 */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg display="block" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M15.48 3.38A9.3 9.3 0 1 0 20.62 8.52" fill="none" stroke="currentcolor" strokeWidth={3.1} />
      <circle cx="19.8" cy="4.2" r="3.1" fill="var(--awa-marker)" />
    </svg>
  );
}

/** The mark with a name: the desk's, for the header and the sign-in form, or the app's. */
export function Wordmark({ name = 'Awa Desk' }: { name?: string }) {
  return (
    <Flex
      component="span"
      display="inline-flex"
      align="center"
      gap={10}
      ff="var(--awa-serif)"
      fz="1.1875rem"
      lh="1.5rem"
      fw={560}
      c="var(--awa-text)"
      style={{ whiteSpace: 'nowrap' }}
    >
      <Logo />
      {name}
    </Flex>
  );
}

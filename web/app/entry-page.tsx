import { Box, Flex, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LoginArt } from '#web/app/login-art.tsx';
import { Wordmark } from '#web/ui/logo.tsx';
import { PageTitle } from '#web/ui/page-head.tsx';

type EntryPageProps = {
  title: string;
  /** The person addressed by the title. */
  name?: string;
  subtitle: string;
  children: ReactNode;
};

/** A page outside the desk, for users who are not signed in. */
export function EntryPage({ title, name, subtitle, children }: EntryPageProps) {
  return (
    <Flex mih="100dvh">
      <title>{`${title} - Awa Desk`}</title>
      <Flex
        component="main"
        direction="column"
        align={{ base: 'center', md: 'stretch' }}
        gap="xl"
        w={{ base: '100%', md: 600 }}
        pt={{ base: 'xl', md: 48 }}
        pr={{ base: 'md', md: 104 }}
        pb={{ base: 24, md: 40 }}
        pl={{ base: 'md', md: 96 }}
      >
        <Wordmark />
        <Box w="100%" maw="25rem" my="auto">
          <PageTitle name={name}>{title}</PageTitle>
          <Text c="dimmed" mt={2} mb={28}>
            {subtitle}
          </Text>
          {children}
        </Box>
        <Flex component="p" align="center" gap="xs" fz="xs" c="dimmed">
          <IconLock size={18} stroke={1.6} aria-hidden="true" />
          Restricted access. Authorized personnel only.
        </Flex>
      </Flex>
      <LoginArt />
    </Flex>
  );
}

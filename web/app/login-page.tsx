import { Box, Flex, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { enter } from '#web/api/session.ts';
import { LoginArt } from '#web/app/login-art.tsx';
import classes from '#web/app/login-page.module.css';
import { SignInForm } from '#web/app/sign-in-form.tsx';
import { Wordmark } from '#web/ui/logo.tsx';
import { PageTitle } from '#web/ui/page-head.tsx';

/** The page for everyone who is not signed in. */
export function LoginPage() {
  return (
    <div className={classes.page}>
      <title>Sign in - Awa Desk</title>
      <main className={classes.main}>
        <Wordmark />
        <Box w="100%" maw="25rem" style={{ alignSelf: 'center' }}>
          <PageTitle>Sign in</PageTitle>
          <Text c="dimmed" mt={2} mb={28}>
            Use your staff email and password.
          </Text>
          <SignInForm onSignedIn={enter} />
        </Box>
        <Flex component="p" align="center" gap="xs" fz="xs" c="dimmed">
          <IconLock size={18} stroke={1.6} aria-hidden="true" />
          Restricted access. Authorized personnel only.
        </Flex>
      </main>
      <LoginArt />
    </div>
  );
}

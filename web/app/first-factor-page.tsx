import { Box, Button, Flex, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { authRoutes } from '#contract/auth.ts';
import { call, explain } from '#web/api/call.ts';
import { leave, resume } from '#web/api/session.ts';
import { FirstFactor } from '#web/factors/first-factor.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Wordmark } from '#web/ui/logo.tsx';
import { PageTitle } from '#web/ui/page-head.tsx';

/** The only screen for an account that must set up a second factor first. */
export function FirstFactorPage({ email }: { email: string }) {
  const signOut = useMutation({ mutationFn: () => call(authRoutes.signOut, {}), onSuccess: leave });
  return (
    <Flex component="main" direction="column" align="center" gap="xl" mih="100dvh" px="md" py="xl">
      <title>Set up a second factor - Awa Desk</title>
      <Wordmark />
      <Box w="100%" maw="28rem">
        <PageTitle>Set up a second factor</PageTitle>
        <Text c="dimmed" mt={2} mb="lg">
          For {email}
        </Text>
        <FirstFactor onDone={() => void resume()} />
        {signOut.error && <InlineFailure failed={explain(signOut.error)} />}
        <Button variant="subtle" fullWidth mt="xs" onClick={() => signOut.mutate()}>
          Log out
        </Button>
      </Box>
    </Flex>
  );
}

import { Box } from '@mantine/core';
import { AppKeysCard } from '#web/features/staff/app-keys-card.tsx';
import { ConnectCard } from '#web/features/staff/connect-card.tsx';
import { StaffTabs } from '#web/features/staff/staff-head.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

/** The connection with the app's backend, and its keys, for administrators. */
export const AppPage = () => (
  <>
    <title>App - Awa Desk</title>
    <PageHead title="Staff" subtitle="How the backend of your app and the desk talk to each other." />
    <StaffTabs />
    <Box maw="48rem">
      <ConnectCard />
      <AppKeysCard />
    </Box>
  </>
);

import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountRoutes } from '#contract/account.ts';
import { failureOf, query } from '#web/api/query.ts';
import { FactorsCard } from '#web/factors/factors-card.tsx';
import { DailyMailCard } from '#web/features/staff/daily-mail-card.tsx';
import { NameCard } from '#web/features/staff/name-card.tsx';
import { PasswordCard } from '#web/features/staff/password-card.tsx';
import { SessionsCard, SignInsCard } from '#web/features/staff/sessions-card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

/** The settings of the signed-in account. */
export function AccountPage() {
  const answer = useQuery(query(accountRoutes.get, {}));
  const { data } = answer;
  return (
    <Box maw="48rem">
      <title>My account - Awa Desk</title>
      <PageHead title="My account" subtitle="Your name, how you sign in, and where you are signed in." />
      <FailedPanel {...failureOf(answer)} />
      {answer.isPending && <SkeletonRows shape="text" rows={6} label="Loading your account" />}
      {data && (
        <>
          <NameCard admin={data.admin} />
          <DailyMailCard {...data.dailyMail} />
          <PasswordCard email={data.admin.email} />
          <FactorsCard />
          <SessionsCard sessions={data.sessions} />
          <SignInsCard signIns={data.signIns} />
        </>
      )}
    </Box>
  );
}

import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Role, roleNames } from '#contract/roles.ts';
import { firstPageOf } from '#web/app/areas.ts';
import { PageHead } from '#web/ui/page-head.tsx';

/** Replaces a page that the account's role does not include. */
export function NotAllowedPage({ role }: { role: Role }) {
  const { label, to } = firstPageOf(role);
  return (
    <>
      <title>Not in your role - Awa Desk</title>
      <PageHead title="Your role does not include this page" />
      <Text c="dimmed">Your role is {roleNames[role]}. Ask an administrator if you need this page.</Text>
      <Button mt="md" component={Link} to={to}>
        Go to {label}
      </Button>
    </>
  );
}

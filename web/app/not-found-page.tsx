import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRole } from '#web/api/permissions.ts';
import { firstPageOf } from '#web/app/areas.ts';
import { PageHead } from '#web/ui/page-head.tsx';

export function NotFoundPage() {
  const { label, to } = firstPageOf(useRole() ?? 'administrator');
  return (
    <>
      <title>Nothing here - Awa Desk</title>
      <PageHead
        title="There is nothing at this address"
        subtitle="The link may be old or mistyped. Nothing was changed."
        actions={
          <Button component={Link} to={to}>
            Go to {label}
          </Button>
        }
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHead } from '#web/ui/page-head.tsx';

export function NotFoundPage() {
  return (
    <>
      <title>Nothing here - Awa Desk</title>
      <PageHead
        title="There is nothing at this address"
        line="The link may be old or mistyped. Nothing was changed."
        actions={
          <Button component={Link} to="/admin/desk/users">
            Go to Users
          </Button>
        }
      />
    </>
  );
}

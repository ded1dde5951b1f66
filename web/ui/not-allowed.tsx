import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '#web/ui/empty.tsx';

/** Replaces a form that the account's role does not include. */
export const NotAllowed = ({ action }: { action: ReactNode }) => (
  <Empty
    icon={IconLock}
    title="Your role does not include this"
    sentence="Ask an administrator if you need it."
    action={action}
  />
);

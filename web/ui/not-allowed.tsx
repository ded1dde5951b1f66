import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '#web/ui/empty.tsx';

/** In the place of a form that the role of the person does not include. */
export const NotAllowed = ({ action }: { action: ReactNode }) => (
  <Empty
    icon={IconLock}
    title="Your role does not include this"
    sentence="Ask an administrator if you need it."
    action={action}
  />
);

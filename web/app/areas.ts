import { lazyRouteComponent } from '@tanstack/react-router';

/** The areas of the desk in the order of the menu, each with its page, loaded when it is opened. */
export const areas = [
  {
    label: 'Users',
    to: '/admin/desk/users',
    page: lazyRouteComponent(() => import('#web/features/users/page.tsx'), 'UsersPage'),
  },
  {
    label: 'Announcements',
    to: '/admin/desk/announcements',
    page: lazyRouteComponent(() => import('#web/features/announcements/page.tsx'), 'AnnouncementsPage'),
  },
] as const;

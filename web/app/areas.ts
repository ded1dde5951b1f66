import { lazyRouteComponent } from '@tanstack/react-router';

/** The areas of the desk in the order of the menu, each with its name in the log and its page, loaded when it is opened. */
export const areas = [
  {
    area: 'users',
    label: 'Users',
    to: '/admin/desk/users',
    page: lazyRouteComponent(() => import('#web/features/users/page.tsx'), 'UsersPage'),
  },
  {
    area: 'doctors',
    label: 'Doctors',
    to: '/admin/desk/doctors',
    page: lazyRouteComponent(() => import('#web/features/doctors/page.tsx'), 'DoctorsPage'),
  },
  {
    area: 'announcements',
    label: 'Announcements',
    to: '/admin/desk/announcements',
    page: lazyRouteComponent(() => import('#web/features/announcements/page.tsx'), 'AnnouncementsPage'),
  },
] as const;

/** The pages that belong to no area, in the account menu. */
export const accountPages = [
  {
    label: 'Activity',
    to: '/admin/desk/activity',
    page: lazyRouteComponent(() => import('#web/history/activity-page.tsx'), 'ActivityPage'),
  },
  {
    label: 'Bin',
    to: '/admin/desk/bin',
    page: lazyRouteComponent(() => import('#web/history/bin-page.tsx'), 'BinPage'),
  },
] as const;

/** The areas in the log, with their labels. */
export const loggedAreas = [
  ...areas.map(({ area, label }) => ({ area, label })),
  { area: 'staff', label: 'Staff accounts' } as const,
];

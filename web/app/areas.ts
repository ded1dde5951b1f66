import { lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { entitySearch } from '#web/entity/entity-search.ts';
import { DoctorSearch } from '#web/features/doctors/search.ts';
import { UserSearch } from '#web/features/users/search.ts';
import { ActivitySearch, BinSearch } from '#web/history/search.ts';

/**
 * The pages of the areas in the order of the menu: each with its area's name in the log, its address, the parameters that it
 * takes there, and its page, which is loaded when it is opened.
 */
export const areas = [
  {
    area: 'users',
    label: 'Users',
    to: '/admin/desk/users',
    search: UserSearch,
    page: lazyRouteComponent(() => import('#web/features/users/page.tsx'), 'UsersPage'),
  },
  {
    area: 'doctors',
    label: 'Doctors',
    to: '/admin/desk/doctors',
    search: DoctorSearch,
    page: lazyRouteComponent(() => import('#web/features/doctors/page.tsx'), 'DoctorsPage'),
  },
  {
    area: 'announcements',
    label: 'Announcements',
    to: '/admin/desk/announcements',
    search: z.object(entitySearch('announcement')),
    page: lazyRouteComponent(() => import('#web/features/announcements/page.tsx'), 'AnnouncementsPage'),
  },
] as const;

/** The pages that belong to no area, in the account menu. */
export const accountPages = [
  {
    label: 'Activity',
    to: '/admin/desk/activity',
    search: ActivitySearch,
    page: lazyRouteComponent(() => import('#web/history/activity-page.tsx'), 'ActivityPage'),
  },
  {
    label: 'Bin',
    to: '/admin/desk/bin',
    search: BinSearch,
    page: lazyRouteComponent(() => import('#web/history/bin-page.tsx'), 'BinPage'),
  },
] as const;

/** The areas in the log, with their labels: an area with several pages is called as the first of them. */
export const loggedAreas = [
  ...areas
    .filter(({ area }, at) => areas.findIndex((one) => one.area === area) === at)
    .map(({ area, label }) => ({ area, label })),
  { area: 'staff', label: 'Staff accounts' } as const,
];

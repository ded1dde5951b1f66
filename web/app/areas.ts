import { lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { type Kind, capital, kinds, slugOf } from '#contract/kinds.ts';
import { entitySearch } from '#web/entity/entity-search.ts';
import { AnnouncementSearch } from '#web/features/announcements/search.ts';
import { DoctorSearch } from '#web/features/doctors/search.ts';
import { LadyDueSearch } from '#web/features/lady-due/search.ts';
import { UserSearch } from '#web/features/users/search.ts';
import { ActivitySearch, BinSearch } from '#web/history/search.ts';

type Page = ReturnType<typeof lazyRouteComponent>;

/** The page of a kind. Its address, `/admin/desk/phase-descriptions`, and its label follow from the words of the kind. */
const pageOf = <K extends Kind>(kind: K, page: Page) => ({
  area: kinds[kind].area as (typeof kinds)[K]['area'],
  label: capital(kinds[kind].many),
  to: `/admin/desk/${slugOf(kind)}` as const,
  search: z.object(entitySearch(kind)),
  page,
});

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
    area: 'lady-due',
    label: 'Lady Due',
    to: '/admin/desk/lady-due',
    search: LadyDueSearch,
    page: lazyRouteComponent(() => import('#web/features/lady-due/page.tsx'), 'LadyDuePage'),
  },
  {
    ...pageOf(
      'doctor',
      lazyRouteComponent(() => import('#web/features/doctors/page.tsx'), 'DoctorsPage'),
    ),
    search: DoctorSearch,
  },
  {
    ...pageOf(
      'announcement',
      lazyRouteComponent(() => import('#web/features/announcements/page.tsx'), 'AnnouncementsPage'),
    ),
    search: AnnouncementSearch,
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

import { lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { type Kind, addressOf, capital, kinds } from '#contract/kinds.ts';
import { type Role, areaRoles, everyRole } from '#contract/roles.ts';
import { entitySearch } from '#web/entity/entity-search.ts';
import { AnnouncementSearch } from '#web/features/announcements/search.ts';
import { PostsSearch } from '#web/features/awa/posts-search.ts';
import { CommunitiesSearch, SecretsSearch } from '#web/features/awa/search.ts';
import { ActivitiesSearch, InsightsSearch, PhasesSearch, WeeksSearch } from '#web/features/cycle/search.ts';
import { DoctorSearch } from '#web/features/doctors/search.ts';
import { LadyDueSearch } from '#web/features/lady-due/search.ts';
import { StaffSearch } from '#web/features/staff/search.ts';
import { UserSearch } from '#web/features/users/search.ts';
import { ActivitySearch, BinSearch } from '#web/history/search.ts';

type Page = ReturnType<typeof lazyRouteComponent>;

/** The page of a kind. Its address, `/admin/desk/phase-descriptions`, and its label come from the table of kinds. */
const pageOf = <K extends Kind>(kind: K, page: Page) => ({
  area: kinds[kind].area as (typeof kinds)[K]['area'],
  label: capital(kinds[kind].many),
  to: addressOf(kind),
  search: z.object(entitySearch(kind)),
  page,
});

/**
 * The pages of the areas in menu order: each with its area's name in the log, its address, its search parameters, and
 * its page, which is loaded on demand.
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
    ...pageOf(
      'phase',
      lazyRouteComponent(() => import('#web/features/cycle/page.tsx'), 'PhasesPage'),
    ),
    label: 'My Cycle',
    search: PhasesSearch,
  },
  {
    area: 'lady-due',
    label: 'Lady Due',
    to: '/admin/desk/lady-due',
    search: LadyDueSearch,
    page: lazyRouteComponent(() => import('#web/features/lady-due/page.tsx'), 'LadyDuePage'),
  },
  {
    area: 'awa',
    label: 'Awa Secrets',
    to: '/admin/desk/awa',
    search: z.object({}),
    page: lazyRouteComponent(() => import('#web/features/awa/page.tsx'), 'OverviewPage'),
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

/** The areas that a role may view, in menu order. */
export const areasFor = (role: Role) => areas.filter(({ area }) => areaRoles[area].look.includes(role));

/** The addresses that redirect to the role's home page once the account is known. */
const homes = ['/', '/admin', '/admin/desk'] as const;

export const isHome = (pathname: string) => homes.some((path) => path === pathname);

const postsPage = {
  area: 'awa',
  label: 'Posts',
  to: '/admin/desk/awa/posts',
  search: PostsSearch,
  page: lazyRouteComponent(() => import('#web/features/awa/posts-page.tsx'), 'PostsPage'),
} as const;

/** The other tabs of areas with several pages. The page itself links to them. */
export const tabs = [
  {
    ...pageOf(
      'activity',
      lazyRouteComponent(() => import('#web/features/cycle/activities-page.tsx'), 'ActivitiesPage'),
    ),
    search: ActivitiesSearch,
  },
  {
    ...pageOf(
      'insight',
      lazyRouteComponent(() => import('#web/features/cycle/insights-page.tsx'), 'InsightsPage'),
    ),
    search: InsightsSearch,
  },
  pageOf(
    'phase-description',
    lazyRouteComponent(() => import('#web/features/cycle/descriptions-page.tsx'), 'DescriptionsPage'),
  ),
  {
    ...pageOf(
      'pregnancy-week',
      lazyRouteComponent(() => import('#web/features/cycle/pregnancy-page.tsx'), 'WeeksPage'),
    ),
    search: WeeksSearch,
  },
  {
    area: 'cycle',
    label: 'Settings',
    to: '/admin/desk/cycle/settings',
    search: z.object({}),
    page: lazyRouteComponent(() => import('#web/features/cycle/settings-page.tsx'), 'SettingsPage'),
  },
  pageOf(
    'topic',
    lazyRouteComponent(() => import('#web/features/awa/page.tsx'), 'TopicsPage'),
  ),
  {
    ...pageOf(
      'secret',
      lazyRouteComponent(() => import('#web/features/awa/page.tsx'), 'SecretsPage'),
    ),
    search: SecretsSearch,
  },
  {
    ...pageOf(
      'community',
      lazyRouteComponent(() => import('#web/features/awa/page.tsx'), 'CommunitiesPage'),
    ),
    search: CommunitiesSearch,
  },
  postsPage,
] as const;

/** The home page: posts for moderators, else the first page that the role includes. */
export const homeOf = (role: Role) => (role === 'moderator' ? postsPage : (areasFor(role)[0] ?? areas[0]));

/** The pages outside the areas, in the account menu. */
export const accountPages = [
  {
    label: 'Activity',
    roles: everyRole,
    to: '/admin/desk/activity',
    search: ActivitySearch,
    page: lazyRouteComponent(() => import('#web/history/activity-page.tsx'), 'ActivityPage'),
  },
  {
    label: 'Bin',
    roles: everyRole,
    to: '/admin/desk/bin',
    search: BinSearch,
    page: lazyRouteComponent(() => import('#web/history/bin-page.tsx'), 'BinPage'),
  },
  {
    label: 'My account',
    roles: everyRole,
    to: '/admin/desk/account',
    search: z.object({}),
    page: lazyRouteComponent(() => import('#web/app/account-page.tsx'), 'AccountPage'),
  },
  {
    label: 'Staff',
    roles: areaRoles.staff.look,
    to: '/admin/desk/staff',
    search: StaffSearch,
    page: lazyRouteComponent(() => import('#web/features/staff/page.tsx'), 'StaffPage'),
  },
] as const;

/** The areas in the log, with their labels: an area with several pages is named after the first. */
export const loggedAreas = [
  ...areas
    .filter(({ area }, at) => areas.findIndex((one) => one.area === area) === at)
    .map(({ area, label }) => ({ area, label })),
  { area: 'staff', label: 'Staff accounts' } as const,
];

import { lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { type Area, areaLabel, areaNames, areaRoles } from '#contract/areas.ts';
import { type Kind, type Words, addressOf, capital, kinds } from '#contract/kinds.ts';
import { type Role, approvers, everyRole, writers } from '#contract/roles.ts';
import { entitySearch } from '#web/entity/define/entity-search.ts';
import { AnnouncementSearch } from '#web/features/announcements/search.ts';
import { PostsSearch } from '#web/features/awa/posts-search.ts';
import { CommunitiesSearch, SecretsSearch } from '#web/features/awa/search.ts';
import { ActivitiesSearch, InsightsSearch, PhasesSearch, WeeksSearch } from '#web/features/cycle/search.ts';
import { DoctorSearch } from '#web/features/doctors/search.ts';
import { LadyDueSearch } from '#web/features/lady-due/search.ts';
import { DecisionsSearch, FiguresSearch, ModerationSearch } from '#web/features/moderation/search.ts';
import { CalendarSearch } from '#web/calendar/search.ts';
import { ReviewSearch } from '#web/review/search.ts';
import { StaffSearch } from '#web/features/staff/search.ts';
import { UserSearch } from '#web/features/users/search.ts';
import { ActivitySearch, BinSearch } from '#web/history/search.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';

type Page = ReturnType<typeof lazyRouteComponent>;

/** The modules of the pages, by the name of the page in its address. Each is fetched on demand. */
const modules = {
  users: () => import('#web/features/users/page.tsx'),
  cycle: () => import('#web/features/cycle/page.tsx'),
  'lady-due': () => import('#web/features/lady-due/page.tsx'),
  doctors: () => import('#web/features/doctors/page.tsx'),
  announcements: () => import('#web/features/announcements/page.tsx'),
  'awa/posts': () => import('#web/features/awa/posts-page.tsx'),
  'cycle/activities': () => import('#web/features/cycle/activities-page.tsx'),
  'cycle/insights': () => import('#web/features/cycle/insights-page.tsx'),
  'cycle/descriptions': () => import('#web/features/cycle/descriptions-page.tsx'),
  'cycle/pregnancy': () => import('#web/features/cycle/pregnancy-page.tsx'),
  'cycle/settings': () => import('#web/features/cycle/settings-page.tsx'),
  home: () => import('#web/home/home-page.tsx'),
  calendar: () => import('#web/calendar/calendar-page.tsx'),
  review: () => import('#web/review/review-page.tsx'),
  activity: () => import('#web/history/activity-page.tsx'),
  bin: () => import('#web/history/bin-page.tsx'),
  account: () => import('#web/app/account-page.tsx'),
  staff: () => import('#web/features/staff/page.tsx'),
  'staff/app': () => import('#web/features/staff/app-page.tsx'),
  awa: () => import('#web/features/awa/page.tsx'),
  moderation: () => import('#web/features/moderation/page.tsx'),
  'moderation/decisions': () => import('#web/features/moderation/decisions-page.tsx'),
  'moderation/figures': () => import('#web/features/moderation/figures-page.tsx'),
  'moderation/rules': () => import('#web/features/moderation/rules-page.tsx'),
  'moderation/rota': () => import('#web/features/moderation/rota-page.tsx'),
  'moderation/templates': () => import('#web/features/moderation/templates-page.tsx'),
  'moderation/playbooks': () => import('#web/features/moderation/playbooks-page.tsx'),
  'moderation/help-lines': () => import('#web/features/moderation/help-lines-page.tsx'),
};

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
    label: areaLabel('users'),
    to: '/admin/desk/users',
    search: UserSearch,
    page: lazyRouteComponent(modules.users, 'UsersPage'),
  },
  {
    ...pageOf('phase', lazyRouteComponent(modules.cycle, 'PhasesPage')),
    label: areaLabel('cycle'),
    search: PhasesSearch,
  },
  {
    area: 'lady-due',
    label: areaLabel('lady-due'),
    to: '/admin/desk/lady-due',
    search: LadyDueSearch,
    page: lazyRouteComponent(modules['lady-due'], 'LadyDuePage'),
  },
  {
    area: 'awa',
    label: areaLabel('awa'),
    to: '/admin/desk/awa',
    search: z.object({}),
    page: lazyRouteComponent(modules.awa, 'OverviewPage'),
  },
  {
    area: 'moderation',
    label: areaLabel('moderation'),
    to: '/admin/desk/moderation',
    search: ModerationSearch,
    page: lazyRouteComponent(modules.moderation, 'ModerationPage'),
    roles: writers,
  },
  {
    ...pageOf('doctor', lazyRouteComponent(modules.doctors, 'DoctorsPage')),
    search: DoctorSearch,
  },
  {
    ...pageOf('announcement', lazyRouteComponent(modules.announcements, 'AnnouncementsPage')),
    search: AnnouncementSearch,
  },
] as const;

/** The roles that may open a page of an area: those of the area, unless the page has further ones. */
export const rolesOf = ({ area, roles = areaRoles[area].look }: { area: Area; roles?: readonly Role[] }) => roles;

/** The areas with a page that a role may open, in menu order. */
export const areasFor = (role: Role) => areas.filter((page) => rolesOf(page).includes(role));

/** The addresses that lead to the home page while work waits for the account, else to its first page. */
export const homes = ['/', '/admin', '/admin/desk'] as const;

export const isHome = (pathname: string) => homes.some((path) => path === pathname);

const postsPage = {
  area: 'awa',
  label: 'Posts',
  to: '/admin/desk/awa/posts',
  search: PostsSearch,
  page: lazyRouteComponent(modules['awa/posts'], 'PostsPage'),
} as const;

/** The other tabs of areas with several pages. The page itself links to them. */
export const tabs = [
  {
    ...pageOf('activity', lazyRouteComponent(modules['cycle/activities'], 'ActivitiesPage')),
    search: ActivitiesSearch,
  },
  {
    ...pageOf('insight', lazyRouteComponent(modules['cycle/insights'], 'InsightsPage')),
    search: InsightsSearch,
  },
  pageOf('phase-description', lazyRouteComponent(modules['cycle/descriptions'], 'DescriptionsPage')),
  {
    ...pageOf('pregnancy-week', lazyRouteComponent(modules['cycle/pregnancy'], 'WeeksPage')),
    search: WeeksSearch,
  },
  {
    area: 'cycle',
    label: 'Settings',
    to: '/admin/desk/cycle/settings',
    search: z.object({}),
    page: lazyRouteComponent(modules['cycle/settings'], 'SettingsPage'),
  },
  pageOf('topic', lazyRouteComponent(modules.awa, 'TopicsPage')),
  {
    ...pageOf('secret', lazyRouteComponent(modules.awa, 'SecretsPage')),
    search: SecretsSearch,
  },
  {
    ...pageOf('community', lazyRouteComponent(modules.awa, 'CommunitiesPage')),
    search: CommunitiesSearch,
  },
  postsPage,
  {
    area: 'moderation',
    label: 'Decisions',
    to: '/admin/desk/moderation/decisions',
    search: DecisionsSearch,
    page: lazyRouteComponent(modules['moderation/decisions'], 'DecisionsPage'),
    roles: writers,
  },
  {
    area: 'moderation',
    label: 'Figures',
    to: '/admin/desk/moderation/figures',
    search: FiguresSearch,
    page: lazyRouteComponent(modules['moderation/figures'], 'FiguresPage'),
  },
  {
    area: 'moderation',
    label: 'Rota',
    to: '/admin/desk/moderation/rota',
    search: z.object({}),
    page: lazyRouteComponent(modules['moderation/rota'], 'RotaPage'),
  },
  pageOf('rule', lazyRouteComponent(modules['moderation/rules'], 'RulesPage')),
  pageOf('template', lazyRouteComponent(modules['moderation/templates'], 'TemplatesPage')),
  pageOf('playbook', lazyRouteComponent(modules['moderation/playbooks'], 'PlaybooksPage')),
  {
    ...pageOf('help-line', lazyRouteComponent(modules['moderation/help-lines'], 'HelpLinesPage')),
    // `calls`: only the lines that are to be called.
    search: z.object({
      ...entitySearch('help-line'),
      search: z.coerce.string().optional(),
      calls: z.coerce.string().optional(),
    }),
  },
  {
    area: 'staff',
    label: 'App',
    to: '/admin/desk/staff/app',
    search: z.object({}),
    page: lazyRouteComponent(modules['staff/app'], 'AppPage'),
  },
] as const;

/** The work that waits for the account, before the areas in the menu. */
export const homePage = {
  roles: everyRole,
  to: '/admin/desk/home',
  search: z.object({}),
  page: lazyRouteComponent(modules.home, 'HomePage'),
} as const;

/** Leads to the home page while work waits for the account, else to its first page. */
export const entrance = lazyRouteComponent(modules.home, 'LandingPage');

/** The page to begin with while no work waits: posts for moderators, else the first page that the role includes. */
export const firstPageOf = (role: Role) => (role === 'moderator' ? postsPage : (areasFor(role)[0] ?? areas[0]));

/** The pages outside the areas, in the account menu. */
export const accountPages = [
  {
    label: 'Calendar',
    roles: areaRoles['lady-due'].look,
    to: '/admin/desk/calendar',
    search: CalendarSearch,
    page: lazyRouteComponent(modules.calendar, 'CalendarPage'),
  },
  {
    label: 'Review',
    roles: approvers,
    to: '/admin/desk/review',
    search: ReviewSearch,
    page: lazyRouteComponent(modules.review, 'ReviewPage'),
  },
  {
    label: 'Activity',
    roles: everyRole,
    to: '/admin/desk/activity',
    search: ActivitySearch,
    page: lazyRouteComponent(modules.activity, 'ActivityPage'),
  },
  {
    label: 'Bin',
    roles: everyRole,
    to: '/admin/desk/bin',
    search: BinSearch,
    page: lazyRouteComponent(modules.bin, 'BinPage'),
  },
  {
    label: 'My account',
    roles: everyRole,
    to: '/admin/desk/account',
    search: z.object({}),
    page: lazyRouteComponent(modules.account, 'AccountPage'),
  },
  {
    label: 'Staff',
    roles: areaRoles.staff.look,
    to: '/admin/desk/staff',
    search: StaffSearch,
    page: lazyRouteComponent(modules.staff, 'StaffPage'),
  },
] as const;

/** The areas in the log, with their labels. */
export const loggedAreas = areaNames.map((area) => ({ area, label: areaLabel(area) }));

/** The page of a kind; `awa/topics` and the like are in the module of the area. */
type PageName<K extends Kind> = K extends Kind
  ? (typeof kinds)[K] extends { page: infer Name extends keyof typeof modules }
    ? Name
    : (typeof kinds)[K]['area']
  : never;

/** The fields of a kind as its history shows them, for the bin, which has records of every kind. */
export async function fieldsOf(kind: Kind): Promise<FieldLabels> {
  const { area, page = area }: Words = kinds[kind];
  const name = (page in modules ? page : area) as PageName<Kind>;
  const { fields }: { fields: { [K in Kind]?: FieldLabels } } = await modules[name]();
  return fields[kind] ?? {};
}

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
} from '@tanstack/react-router';
import { type Role } from '#contract/roles.ts';
import {
  accountPages,
  areas,
  entrance,
  fieldsOf,
  firstPageOf,
  homePage,
  homes,
  loggedAreas,
  rolesOf,
  tabs,
} from '#web/app/areas.ts';
import { FailurePage, RootFailurePage } from '#web/app/failure-page.tsx';
import { AuthGate } from '#web/app/auth-gate.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { parameterOf } from '#web/lib/parameter.ts';

/** Most visits do not need it. */
const NotFoundPage = lazyComponent(async () => (await import('#web/app/not-found-page.tsx')).NotFoundPage);

const root = createRootRoute({
  component: AuthGate,
  notFoundComponent: () => <NotFoundPage />,
  errorComponent: RootFailurePage,
});

type Page = (typeof areas)[number] | (typeof tabs)[number] | (typeof accountPages)[number] | typeof homePage;
type PageOf<To, Search> = { to: To; search: Search; page: Page['page']; roles: readonly Role[] };

/** A page of the desk; its search parameters have the types of its schema. */
const pageRoute = <To extends string, Search extends Page['search']>({ to, search, page, roles }: PageOf<To, Search>) =>
  createRoute({
    getParentRoute: () => root,
    path: to,
    component: page,
    validateSearch: search,
    staticData: { roles },
    context: () => ({ areas: loggedAreas, fieldsOf }),
  });

type RoutesOf<Pages extends readonly Page[]> = {
  [At in keyof Pages]: ReturnType<typeof pageRoute<Pages[At]['to'], Pages[At]['search']>>;
};

const routes = [
  ...homes.map((path) =>
    createRoute({ getParentRoute: () => root, path, component: entrance, context: () => ({ firstPageOf }) }),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/desk/invitation',
    component: lazyRouteComponent(() => import('#web/app/invitation-page.tsx'), 'InvitationPage'),
    staticData: { isEntry: true },
  }),
  ...([...areas, ...tabs, ...accountPages, homePage].map((page: Page) =>
    pageRoute<Page['to'], Page['search']>({
      ...page,
      roles: 'area' in page ? rolesOf(page) : page.roles,
    }),
  ) as RoutesOf<[...typeof areas, ...typeof tabs, ...typeof accountPages, typeof homePage]>),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch: parseSearchWith(parameterOf),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: FailurePage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The roles that may open the page; left out: all. */
    roles?: readonly Role[];
    /** The page is shown instead of the desk, whether or not an account is signed in. */
    isEntry?: true;
  }
}

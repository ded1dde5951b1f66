import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { accountPages, areas, loggedAreas, tabs } from '#web/app/areas.ts';
import { FailurePage, RootFailurePage } from '#web/app/failure-page.tsx';
import { AuthGate } from '#web/app/auth-gate.tsx';
import { NotFoundPage } from '#web/app/not-found-page.tsx';

const root = createRootRoute({
  component: AuthGate,
  notFoundComponent: NotFoundPage,
  errorComponent: RootFailurePage,
});

const toFirstArea = () => {
  throw redirect({ to: areas[0].to, replace: true });
};

type Page = (typeof areas)[number] | (typeof tabs)[number] | (typeof accountPages)[number];
type PageOf<To, Search> = { to: To; search: Search; page: Page['page'] };

/** A page of the desk; its parameters in the address have the types of its schema. */
const pageRoute = <To extends string, Search extends Page['search']>({ to, search, page }: PageOf<To, Search>) =>
  createRoute({
    getParentRoute: () => root,
    path: to,
    component: page,
    validateSearch: search,
    context: () => ({ areas: loggedAreas }),
  });

type RoutesOf<Pages extends readonly Page[]> = {
  [At in keyof Pages]: ReturnType<typeof pageRoute<Pages[At]['to'], Pages[At]['search']>>;
};

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toFirstArea }),
  createRoute({ getParentRoute: () => root, path: '/admin', beforeLoad: toFirstArea }),
  createRoute({ getParentRoute: () => root, path: '/admin/desk', beforeLoad: toFirstArea }),
  ...([...areas, ...tabs, ...accountPages].map((page: Page) => pageRoute<Page['to'], Page['search']>(page)) as RoutesOf<
    [...typeof areas, ...typeof tabs, ...typeof accountPages]
  >),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: FailurePage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

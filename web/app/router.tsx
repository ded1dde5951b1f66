import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { accountPages, areas, loggedAreas } from '#web/app/areas.ts';
import { FailurePage, RootFailurePage } from '#web/app/failure-page.tsx';
import { AuthGate } from '#web/app/auth-gate.tsx';
import { NotFoundPage } from '#web/app/not-found-page.tsx';
import { AnnouncementSearch } from '#web/features/announcements/search.ts';
import { DoctorSearch } from '#web/features/doctors/search.ts';
import { UserSearch } from '#web/features/users/search.ts';
import { ActivitySearch, BinSearch } from '#web/history/search.ts';

const [users, doctors, announcements] = areas;
const [activity, bin] = accountPages;

const root = createRootRoute({
  component: AuthGate,
  notFoundComponent: NotFoundPage,
  errorComponent: RootFailurePage,
});

const toUsers = () => {
  throw redirect({ to: users.to, replace: true });
};

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toUsers }),
  createRoute({ getParentRoute: () => root, path: '/admin', beforeLoad: toUsers }),
  createRoute({ getParentRoute: () => root, path: '/admin/desk', beforeLoad: toUsers }),
  createRoute({ getParentRoute: () => root, path: users.to, component: users.page, validateSearch: UserSearch }),
  createRoute({
    getParentRoute: () => root,
    path: doctors.to,
    component: doctors.page,
    validateSearch: DoctorSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: announcements.to,
    component: announcements.page,
    validateSearch: AnnouncementSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: activity.to,
    component: activity.page,
    validateSearch: ActivitySearch,
    context: () => ({ areas: loggedAreas }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: bin.to,
    component: bin.page,
    validateSearch: BinSearch,
    context: () => ({ areas: loggedAreas }),
  }),
];

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

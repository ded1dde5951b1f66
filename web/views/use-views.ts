import { useQuery } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { type SavedView, savedViewsApi } from '#contract/saved-views.ts';
import { failureOf, query } from '#web/api/query.ts';
import { createStore } from '#web/lib/store.ts';
import { type Search, existingFilters } from '#web/views/view-search.ts';

/** A view with the address that it leads to, its filters that still exist, and the names of the others. */
export type ShownView = SavedView & { to: string; kept: Search; lost: readonly string[] };

/** The id of the view that was opened last. */
export const openedView = createStore('');

/** The part of an address after the question mark. */
export const searchText = ({ options }: AnyRouter, search: Search) =>
  (options.stringifySearch?.(search) ?? '').replace(/^\?/, '');

function shown(router: AnyRouter, view: SavedView): ShownView {
  const { page, search, gone } = view;
  const path = `/admin/desk/${page}`;
  const routes = router.routesByPath as Record<
    string,
    { options: { validateSearch?: { parse: (search: unknown) => Search } } } | undefined
  >;
  const stored: Search = router.options.parseSearch?.(search) ?? {};
  const read = routes[path]?.options.validateSearch?.parse(stored) ?? {};
  const { kept, lost } = existingFilters({ page, stored, read, gone });
  const rest = searchText(router, kept);
  return Object.assign({}, view, { to: rest ? `${path}?${rest}` : path, kept, lost });
}

/** The views that the account may open, on all pages. Undefined until they have loaded. */
export function useViews(isWanted: boolean) {
  const router = useRouter();
  const list = useQuery({ ...query(savedViewsApi.savedViews.list, {}), enabled: isWanted });
  return { views: list.data?.views.map((view) => shown(router, view)), ...failureOf(list) };
}

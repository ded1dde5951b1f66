import { type ViewPageName, viewPageNames, viewPages } from '#contract/saved-views.ts';

export type Search = Readonly<Record<string, unknown>>;

/** The page that can have views at a path; undefined for other pages. */
export const viewPageAt = (pathname: string): ViewPageName | undefined =>
  viewPageNames.find((name) => pathname === `/admin/desk/${name}`);

/** The set filters of a list, without the parameters that no view keeps, in a fixed order. */
export const filtersIn = (page: ViewPageName, search: Search): Search =>
  Object.fromEntries(
    Object.keys(viewPages[page].parameters).flatMap((name) =>
      search[name] === undefined || search[name] === '' ? [] : [[name, search[name]]],
    ),
  );

export const sameFilters = (one: Search, other: Search) => JSON.stringify(one) === JSON.stringify(other);

type Stored = {
  page: ViewPageName;
  /** The stored parameters, as the router reads them. */
  stored: Search;
  /** The parameters as the page reads them. */
  read: Search;
  /** The parameters that name a deleted record. */
  gone: readonly string[];
};

/** The filters of a view that still exist, and the names of those that do not. */
export function existingFilters({ page, stored, read, gone }: Stored): { kept: Search; lost: string[] } {
  const all = filtersIn(page, read);
  const lost = Object.keys(stored).filter((name) => gone.includes(name) || all[name] === undefined);
  return { kept: Object.fromEntries(Object.entries(all).filter(([name]) => !lost.includes(name))), lost };
}

/** The names on screen of filters whose parameter has another one. */
const labels: Partial<Record<string, string>> = {
  from: 'first day',
  to: 'last day',
  marks: 'needs a look',
  hidden: 'in the app',
  group: 'tracking mode',
  show: 'kind of entry',
  lane: 'crisis',
  calls: 'calls due',
};

/** Says which filters of a view no longer exist. */
export function lostWords(lost: readonly string[]) {
  const names = lost.map((name) => labels[name] ?? name).join(', ');
  return lost.length === 1
    ? `This view was saved with a filter that no longer exists: ${names}.`
    : `This view was saved with filters that no longer exist: ${names}.`;
}

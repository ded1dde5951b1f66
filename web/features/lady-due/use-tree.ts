import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { type CategoryTree, ladyDueApi } from '#contract/lady-due.ts';
import { query } from '#web/api/query.ts';
import { cardsIn, filterTree } from '#web/features/lady-due/filter-tree.ts';
import type { LadyDueSearch } from '#web/features/lady-due/search.ts';
import { openIds, rowsOf, toggled } from '#web/features/lady-due/tree-rows.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { useSelection } from '#web/lib/use-selection.ts';

const route = getRouteApi('/admin/desk/lady-due');

/** The mode of an address without one. */
export const firstMode = 'TRACK_PERIOD';

const idsOf = (tree: readonly CategoryTree[] = []) => cardsIn(tree).map(({ id }) => id);

const treeOf = ({ categories }: { categories: CategoryTree[] }) => categories;

/** The tree of the mode in the address, the part that passes search and filters, and its open rows. */
export function useTree() {
  const address = route.useSearch();
  const { mode = firstMode, search = '', status, publish, open, preview, drafts = false, raw = false } = address;
  const navigate = route.useNavigate();
  const list = useQuery({ ...query(ladyDueApi.categories.list, { trackingMode: mode }), select: treeOf });
  const show = (next: LadyDueSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false });
  const [text, setText] = useSearchText(search, (next) => {
    if (next.trim() !== search) show({ search: next.trim() || undefined }, true);
  });
  // Typing has priority: the rows follow later.
  const term = useDeferredValue(text).trim();
  const tree = list.data;
  const filtered = term !== '' || status !== undefined || publish !== undefined;
  const shown = useMemo(() => tree && filterTree(tree, { term, status, publish }), [tree, term, status, publish]);
  const opened = useMemo(() => openIds(tree ?? [], open), [tree, open]);
  // Search matches are visible without opening rows.
  const rows = useMemo(() => shown && rowsOf(shown, (id) => filtered || opened.has(id)), [shown, filtered, opened]);
  const selection = useSelection({
    shown: useMemo(() => idsOf(shown), [shown]),
    rows: useMemo(() => rows?.flatMap((row) => (row.kind === 'card' ? [row.record.id] : [])) ?? [], [rows]),
    // Only cards of this mode that still exist can be changed with the selection.
    existing: useMemo(() => idsOf(tree), [tree]),
    clearedBy: mode,
  });
  return {
    mode,
    everyRow: useMemo(() => tree && rowsOf(tree), [tree]),
    list,
    tree,
    shown,
    rows,
    selection,
    term,
    text,
    setText,
    /** The search text in the address, which follows the field after a pause. */
    search,
    status,
    publish,
    preview,
    drafts,
    raw,
    importing: address.import ?? false,
    place: address.place,
    copy: address.copy,
    filtered,
    show,
    /** Opens or closes a row. During a search all matches are open. */
    toggle: filtered ? undefined : (id: string) => show({ open: toggled(opened, id) }, true),
    /** The open rows, for the address, including the row of this id. */
    openWith: (id: string) => (opened.has(id) ? open : toggled(opened, id)),
    showAll: () => {
      setText('');
      show({ search: undefined, status: undefined, publish: undefined });
    },
  };
}

export type Tree = ReturnType<typeof useTree>;

import { getRouteApi } from '@tanstack/react-router';
import { type Edited, searchFor, closed, editedAt, historyKindAt } from '#web/features/lady-due/editor-address.ts';
import type { LadyDueSearch } from '#web/features/lady-due/search.ts';

const route = getRouteApi('/admin/desk/lady-due');

/** The edited record and the record whose history is open, from the address. */
export function useEditor() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: LadyDueSearch, isFinished = false) =>
    void navigate({
      search: (before) => ({ ...before, ...next }),
      ignoreBlocker: isFinished,
      resetScroll: false,
    });
  return {
    edited: editedAt(search),
    history: search.history,
    historyKind: historyKindAt(search),
    open: (edited: Edited) => go(searchFor(edited)),
    close: () => go(closed),
    /** Leaves a finished form without a question; `opened` sets the open rows of the tree. */
    finish: (opened: LadyDueSearch) => go({ ...closed, ...opened }, true),
    openHistory: ({ id }: { id: string }) => go({ history: id }),
    closeHistory: () => go({ history: undefined }),
  };
}

export type EditorState = ReturnType<typeof useEditor>;

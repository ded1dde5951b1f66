import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { idsFromKeys, keysOf } from '#web/features/lady-due/tree-rows.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';

const route = getRouteApi('/admin/desk/lady-due');

/** The records whose new place the address asks for: a row, or several cards in the order of the tree. */
export function usePlacing({ everyRow: rows }: Tree) {
  const { place, copy } = route.useSearch();
  const navigate = route.useNavigate();
  const asked = useMemo((): Asked | undefined => {
    if (!rows || !place) return undefined;
    const ids = idsFromKeys(
      rows.map(({ record }) => record.id),
      place,
    );
    const [row, ...more] = rows.filter(({ record }) => ids.has(record.id));
    return row && { rows: [row, ...more], action: copy ? 'duplicate' : 'move' };
  }, [rows, place, copy]);
  const go = (next: { place?: string | undefined; copy?: true | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  return {
    asked,
    /** Asks for the new place of the records with these ids, or of a copy of one. */
    ask: (ids: Iterable<string>, action: Asked['action']) =>
      go({ place: keysOf(ids), copy: action === 'duplicate' ? true : undefined }),
    close: () => go({ place: undefined, copy: undefined }),
  };
}

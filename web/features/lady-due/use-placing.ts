import { useMemo } from 'react';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { idsFromKeys, keysOf } from '#web/features/lady-due/tree-rows.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';

/** The records whose new place the address asks for: a row, or several cards in the order of the tree. */
export function usePlacing({ everyRow: rows, place, copy, show }: Tree) {
  const asked = useMemo((): Asked | undefined => {
    if (!rows || !place) return undefined;
    const ids = idsFromKeys(
      rows.map(({ record }) => record.id),
      place,
    );
    const [row, ...more] = rows.filter(({ record }) => ids.has(record.id));
    return row && { rows: [row, ...more], action: copy ? 'duplicate' : 'move' };
  }, [rows, place, copy]);
  return {
    asked,
    /** Asks for the new place of the records with these ids, or of a copy of one. */
    ask: (ids: Iterable<string>, action: Asked['action']) =>
      show({ place: keysOf(ids), copy: action === 'duplicate' ? true : undefined }),
    close: () => show({ place: undefined, copy: undefined }),
  };
}

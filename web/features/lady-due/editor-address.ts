import { parentOf } from '#contract/kinds.ts';
import type { LadyDueSearch } from '#web/features/lady-due/search.ts';
import type { TreeKind } from '#web/features/lady-due/tree-rows.ts';

/** The edited record according to the address: the record of this id, or a new one in its parent. */
export type Edited = { kind: TreeKind; id?: string; parentId?: string };

type Opened = Pick<LadyDueSearch, TreeKind | 'form' | 'history'>;

/** The kinds, a child before its parent. */
const kinds = ['card', 'section', 'category'] as const;

/** The search parameters that determine the edited record. */
export const editorParts = [...kinds, 'form'] as const;

/** The address without an open form or history. */
export const closed: Opened = {
  category: undefined,
  section: undefined,
  card: undefined,
  form: undefined,
  history: undefined,
};

/** Reads the edited record from the address: `card=…&form=edit`, and for a new one `section=…&form=new`. */
export function editedAt(search: Opened): Edited | undefined {
  if (!search.form) return undefined;
  for (const kind of kinds) {
    const id = search[kind];
    const parentId = search[parentOf(kind) as TreeKind];
    if (search.form === 'edit' ? id : parentId) return search.form === 'edit' ? { kind, id } : { kind, parentId };
  }
  return search.form === 'new' ? { kind: 'category' } : undefined;
}

/** The address that opens this form. */
export function searchFor({ kind, id, parentId }: Edited): Opened {
  const parent = parentOf(kind);
  return { ...closed, ...(id ? { [kind]: id } : parent && { [parent]: parentId }), form: id ? 'edit' : 'new' };
}

/** The kind of the record whose history is open, if the address names it: a link from the log does. */
export const historyKindAt = (search: Opened) => kinds.find((kind) => search[kind] === search.history);

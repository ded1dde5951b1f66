import type { LadyDueSearch } from '#web/features/lady-due/search.ts';

/** A category (1), a section (2) or a card (3). */
type Level = 1 | 2 | 3;

/** The edited record according to the address: the record of this id, or a new one in its parent. */
export type Edited = { level: Level; id?: string; parentId?: string };

type Opened = Pick<LadyDueSearch, 'category' | 'section' | 'card' | 'form' | 'history'>;

/** The search parameters that determine the edited record. */
export const editorParts = ['category', 'section', 'card', 'form'] as const;

/** The address without an open form or history. */
export const closed: Opened = {
  category: undefined,
  section: undefined,
  card: undefined,
  form: undefined,
  history: undefined,
};

/** Reads the edited record from the address: `card=…&form=edit`, and for a new one `section=…&form=new`. */
export function editedAt({ category, section, card, form }: Opened): Edited | undefined {
  if (form === 'edit') {
    if (card) return { level: 3, id: card };
    if (section) return { level: 2, id: section };
    return category ? { level: 1, id: category } : undefined;
  }
  if (form !== 'new') return undefined;
  if (section) return { level: 3, parentId: section };
  return category ? { level: 2, parentId: category } : { level: 1 };
}

const names = { 1: 'category', 2: 'section', 3: 'card' } as const;

/** The address that opens this form. */
export function searchFor({ level, id, parentId }: Edited): Opened {
  if (id) return { ...closed, [names[level]]: id, form: 'edit' };
  return { ...closed, ...(level === 1 ? {} : { [names[level === 3 ? 2 : 1]]: parentId }), form: 'new' };
}

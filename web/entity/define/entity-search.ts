import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { type Kind, type ParentOf, parentOf } from '#contract/kinds.ts';

const id = Id.optional().catch(undefined);
const form = z.enum(['new', 'edit']).optional().catch(undefined);

/**
 * The search parameters of a kind, to be spread into a page's search: the record shown (`?doctor=<id>`), the form
 * (`form=new`, `form=edit`), the record whose history is open (`history=<id>`), and the parent whose records are
 * listed. Other parameters are ignored.
 */
export function entitySearch<K extends Kind>(kind: K) {
  const parent = parentOf(kind);
  return { ...(parent && { [parent]: id }), [kind]: id, form, history: id } as Record<
    K | ParentOf<K> | 'history',
    typeof id
  > & {
    form: typeof form;
  };
}

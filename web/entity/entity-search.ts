import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { type Kind, type ParentOf, parentOf } from '#contract/kinds.ts';

const id = Id.optional().catch(undefined);
const form = z.enum(['new', 'edit']).optional().catch(undefined);

/**
 * What of a kind stands in the address, to be spread into a page's search: which one is shown (`?doctor=<id>`), what is
 * written (`form=new`, `form=edit`), whose history is open (`history=<id>`), and the parent whose things are listed. What
 * is none of this is ignored.
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

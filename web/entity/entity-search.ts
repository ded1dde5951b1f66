import { z } from 'zod';
import { Id } from '#contract/common.ts';
import type { Kind } from '#contract/kinds.ts';

const id = Id.optional().catch(undefined);
const form = z.enum(['new', 'edit']).optional().catch(undefined);

/**
 * What of a kind stands in the address, to be spread into a page's search: which one is shown (`?doctor=<id>`), what is
 * written (`form=new`, `form=edit`), and whose history is open (`history=<id>`). Of a kind that another one holds the
 * address says the parent as well: `entitySearch('service', 'doctor')`. What is none of this is ignored.
 */
export const entitySearch = <K extends Kind>(...kinds: K[]) =>
  ({ ...Object.fromEntries(kinds.map((kind) => [kind, id])), form, history: id }) as Record<
    K | 'history',
    typeof id
  > & { form: typeof form };

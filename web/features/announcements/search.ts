import { z } from 'zod';
import { entitySearch } from '#web/entity/define/entity-search.ts';

/** Whether the app shows an announcement now, or why not. */
export const State = z.enum(['active', 'scheduled', 'over', 'inactive']);
export type State = z.infer<typeof State>;

/** The parameters of the announcements page in the address. */
export const AnnouncementSearch = z.object({
  ...entitySearch('announcement'),
  search: z.coerce.string().optional(),
  state: State.optional().catch(undefined),
});

import { z } from 'zod';
import { Id } from '#contract/common.ts';

/** What of the announcements stands in the address: whose history is open. What is no id is ignored. */
export const AnnouncementSearch = z.object({ history: Id.optional().catch(undefined) });

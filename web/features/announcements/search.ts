import { z } from 'zod';
import { entitySearch } from '#web/entity/entity-search.ts';

/** What of the announcements stands in the address. */
export const AnnouncementSearch = z.object(entitySearch('announcement'));

import { z } from 'zod';
import { entitySearch } from '#web/entity/entity-search.ts';

/** The parameters of the announcements page in the address. */
export const AnnouncementSearch = z.object(entitySearch('announcement'));

import { shownAdmin } from '#web/api/session.ts';

/** Whose drafts of announcements are kept and offered: those of whoever is signed in. */
export const announcementDraft = () => ({ account: shownAdmin() ?? '', kind: 'announcement' });

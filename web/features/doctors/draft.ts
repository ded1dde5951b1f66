import { shownAdmin } from '#web/api/session.ts';

/** Whose drafts of doctors are kept and offered: those of whoever is signed in. */
export const doctorDraft = () => ({ account: shownAdmin() ?? '', kind: 'doctor' });

import type { Clinician } from '#contract/rota.ts';

/** The sentence about the clinician on call. */
export const clinicianInWords = (clinician: Clinician | null) =>
  clinician ? `Clinician on call: ${clinician.name}, ${clinician.phone}` : 'No clinician on call is named.';

/** Whether a step of a playbook is about a clinician. */
export const namesClinician = (step: string) => /\bclinicians?\b/i.test(step);

/** Days for which a check by staff counts: a call of a help line, a verification of a doctor. */
export const checkedDays = 90;

/** The end of the days for which a check at this time counts. */
export const checkedUntil = (at: string) => new Date(Date.parse(at) + checkedDays * 24 * 60 * 60 * 1000);

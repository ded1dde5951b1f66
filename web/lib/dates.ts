const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

/** `Nov 21, 2026`, in the browser's zone. Takes a moment as the API gives it. */
export const shortDate = (instant: string) => day.format(new Date(instant));

/** `Saturday 21 November`, as phones write it. */
export const phoneDate = (date: Date) => longDay.format(date).replace(',', '');

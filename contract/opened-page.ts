import type { Session } from '#contract/auth.ts';

/**
 * The data that the server writes into a page that a signed-in browser opens: the account, and the first list of the
 * address. It contains no bearer: the page requests that from `/auth/refresh`.
 */
export type OpenedPage = Pick<Session, 'admin' | 'placeholders'> & {
  /** Null for an address without a first list, and when the list took too long. */
  list: { url: string; etag: string | null; output: unknown } | null;
};

/** The id of the element with the data, as JSON. It is the last one of the page. */
export const openedPageId = 'opened-page';

/** The name of the meta element with the address of that list. It comes before the start script. */
export const openedListName = 'opened-list';

/** The id of the element with the page as the server has drawn it. The browser shows it until it has rendered the page. */
export const drawnId = 'drawn';

/** Marks the link to the main script of a page that may be drawn: it runs once the drawn page is on screen. */
export const mainScript = 'data-main';

/** The cookie by which a browser says how large its window is and in which time zone, so that the server can draw it. */
export const screenCookie = 'awa-desk-screen';

/** The cookie with the number of people who may be in danger, as the browser showed it last: the line has room at once. */
export const inDangerCookie = 'awa-desk-in-danger';

/** `1440x900.Africa/Lagos`: width and height in pixels, and the zone. */
export const isScreen = /^(\d{2,5})x(\d{2,5})\.([\w+/-]{1,60})$/;

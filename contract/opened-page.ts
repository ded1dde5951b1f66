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

import { inDangerCookie } from '#contract/opened-page.ts';
import { keepCookie, readCookie } from '#web/lib/cookie.ts';
import { createStore } from '#web/lib/store.ts';

/**
 * The number of people who may be in danger, for the menu and the room of the line at the top, which sets it. Until it
 * is known it is the number that this browser showed last, so that the page does not move.
 */
export const crisisCount = createStore(0);

// The server, which draws pages too, has no document.
if (typeof document !== 'undefined') crisisCount.set(Number(readCookie(inDangerCookie)) || 0);

export function setCrisisCount(count: number) {
  crisisCount.set(count);
  keepCookie(inDangerCookie, String(count));
}

import { addressOf, keptKinds } from '#contract/kinds.ts';
import { areas, tabs } from '#web/app/areas.ts';

/** The kinds that have a page. */
export const shownKinds = keptKinds.filter((kind) => [...areas, ...tabs].some(({ to }) => to === addressOf(kind)));

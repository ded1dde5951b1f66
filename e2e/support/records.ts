import { type Kind, addressOf, keptKinds } from '#contract/kinds.ts';
import { areas, tabs } from '#web/app/areas.ts';

/** The kinds that have a page. */
export const shownKinds = keptKinds.filter((kind) => [...areas, ...tabs].some(({ to }) => to === addressOf(kind)));

/**
 * The kinds that differ from others in their fields alone: their page is an `EntityPage` with the common messages, and
 * their calls are those that a doctor has. What the page, its forms and its history do is tested with a doctor, a secret
 * and an activity; with these kinds, only what follows from their own fields and calls. A new kind is tested as a whole.
 */
export const kindsWithCommonPage: readonly Kind[] = [
  'topic',
  'community',
  'rule',
  'template',
  'playbook',
  'help-line',
  'insight',
  'phase-description',
];
export const hasCommonPage = (kind: Kind) => kindsWithCommonPage.includes(kind);

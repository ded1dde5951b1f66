import type { BinItem } from '#contract/bin.ts';
import { type Kind, type LoggedKind, descendantKinds, kinds } from '#contract/kinds.ts';

const list = new Intl.ListFormat('en');

/** `3 sections and 20 cards` */
export const amounts = (parts: readonly { kind: LoggedKind; count: number }[]) =>
  list.format(parts.map(({ kind, count }) => `${count} ${count === 1 ? kinds[kind].one : kinds[kind].many}`));

/**
 * The children deleted with a record of this kind: `Its 3 sections and 20 cards will be deleted too.` Without numbers
 * until they are known; '' if there are none.
 */
export function alsoDeleted(whose: 'Its' | 'Their', kind: Kind, contains?: BinItem['contains']) {
  const held = contains ? amounts(contains) : list.format(descendantKinds(kind).map((one) => kinds[one].many));
  return held && `${whose} ${held} will be deleted too.`;
}

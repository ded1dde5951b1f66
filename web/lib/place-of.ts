import { type Kind, addressOf } from '#contract/kinds.ts';

/** The page and the search parameters that open a record; a card opens in its editor. */
export const placeOf = (kind: Kind, id: string) =>
  kind === 'card'
    ? ({ to: '/admin/desk/lady-due', search: { card: id, form: 'edit' } } as const)
    : { to: addressOf(kind), search: { [kind]: id } };

import { type Kind, addressOf, kinds } from '#contract/kinds.ts';

/** The page and the search parameters that open a record; a part of Lady Due opens in its editor. */
export const placeOf = (kind: Kind, id: string) =>
  kinds[kind].area === 'lady-due'
    ? ({ to: '/admin/desk/lady-due', search: { [kind]: id, form: 'edit' } } as const)
    : { to: addressOf(kind), search: { [kind]: id } };

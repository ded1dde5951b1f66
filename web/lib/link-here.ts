/** The props of a link that changes only these search parameters of the page; undefined removes one. */
export const linkHere = (search: object) => ({
  to: '.' as const,
  search: ((before: object) => ({ ...before, ...search })) as never,
  resetScroll: false,
});

import { failureOf } from '#contract/errors.ts';

/** The messages of calls for notes on people, which no page loads at once. */
export const noteFailures = {
  fetch: 'Failed to fetch the notes',
  add: failureOf('add', 'added', 'the note'),
  remove: failureOf('delete', 'deleted', 'the note'),
  restore: failureOf('restore', 'restored', 'the note'),
};

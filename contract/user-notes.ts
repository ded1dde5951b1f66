import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Actor, Id, Instant, text } from '#contract/common.ts';
import { route } from '#contract/route.ts';
import { noteFailures } from '#contract/user-note-errors.ts';

/** The kinds of notes, with their names on screen. */
export const noteKinds = {
  account: 'Account',
  contact: 'Contact',
  complaint: 'Complaint',
  technical: 'Technical',
  other: 'Other',
} as const;
export const NoteKind = z.enum(Object.keys(noteKinds) as (keyof typeof noteKinds)[]);
export type NoteKind = z.infer<typeof NoteKind>;

/** The number of times 24 hours for which a note is kept. */
export const noteDays = 180;
/** The maximum number of notes on one person. */
export const maxNotes = 100;
/** The maximum length of a note, in characters. */
export const maxNote = 500;
/** Minutes for which a deleted note can be restored; then it is erased. */
export const noteUndoMinutes = 10;

export const NoteInput = z.strictObject({
  kind: NoteKind,
  /** Never health details: a note is about the account, not the body. */
  text: text({ min: 1, max: maxNote, name: 'Note' }),
});

/** A note of staff on a person. Notes are not edited. */
export const UserNote = z.object({
  id: Id,
  /** Null when the account was deleted. */
  by: Actor.nullable(),
  at: Instant,
  kind: NoteKind,
  text: z.string(),
  /** The moment from which no answer has it. */
  until: Instant,
});
export type UserNote = z.infer<typeof UserNote>;

const { look: roles } = areaRoles.users;
const one = z.strictObject({ userId: Id, id: Id });

const userNotes = {
  list: route('GET /admin/users/{userId}/notes', {
    summary: `The notes of staff on a person of the last ${noteDays} times 24 hours, the newest first.`,
    input: z.strictObject({ userId: Id }),
    output: z.object({ notes: z.array(UserNote) }),
    roles,
    failure: noteFailures.fetch,
  }),
  add: route('POST /admin/users/{userId}/notes', {
    summary: `Add a note on a person, without health details. A person can have at most ${maxNotes}: 409 \`too_many\`.`,
    input: NoteInput.extend({ userId: Id }),
    roles,
    failure: noteFailures.add,
  }),
  remove: route('DELETE /admin/users/{userId}/notes/{id}', {
    summary:
      'Delete a note. Administrators delete any; others only their own: 403 `not_yours`. It can be restored for ' +
      `${noteUndoMinutes} minutes.`,
    input: one,
    roles,
    failure: noteFailures.remove,
  }),
  restore: route('POST /admin/users/{userId}/notes/{id}/restore', {
    summary: `Restore a note that was deleted at most ${noteUndoMinutes} minutes ago, by those who may delete it.`,
    input: one,
    roles,
    failure: noteFailures.restore,
  }),
};

export const userNotesApi = { userNotes };

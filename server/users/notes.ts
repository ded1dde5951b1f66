import { and, desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import type { Admin } from '#contract/auth.ts';
import { type UserNote, maxNotes, noteDays, noteUndoMinutes } from '#contract/user-notes.ts';
import { staff } from '#server/auth/tables.ts';
import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { userNotes, users } from '#server/users/tables.ts';

/** Written out, so that a day is 24 hours in every time zone of the database. */
const keptHours = sql.raw(String(noteDays * 24));
const isKept = sql`${userNotes.at} > now() - make_interval(hours => ${keptHours})`;
const undoMinutes = sql.raw(String(noteUndoMinutes));
const isRestorable = sql`${userNotes.deletedAt} > now() - make_interval(mins => ${undoMinutes})`;

const notOf = (userId: string) => and(eq(userNotes.userId, userId), isKept, sql`${userNotes.deletedAt} IS NULL`);

async function listNotes(db: NodePgDatabase, userId: string): Promise<UserNote[]> {
  const rows = await db
    .select({
      id: userNotes.id,
      by: { id: staff.id, name: staff.name },
      at: userNotes.at,
      kind: userNotes.kind,
      text: userNotes.text,
    })
    .from(userNotes)
    .leftJoin(staff, eq(staff.id, userNotes.writtenBy))
    .where(notOf(userId))
    .orderBy(desc(userNotes.at), desc(userNotes.id));
  return rows.map((row) =>
    Object.assign(row, { until: new Date(Date.parse(row.at) + noteDays * 86_400_000).toISOString() }),
  );
}

/** Locks the person, so that two calls at once add no note too many. Throws 404 without one. */
async function lockPerson(tx: NodePgDatabase, userId: string) {
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (!person) throw notFound('user');
}

async function expectRoom(tx: NodePgDatabase, userId: string) {
  if ((await tx.$count(userNotes, notOf(userId))) < maxNotes) return;
  throw new Failure(
    409,
    'too_many',
    `A person can have at most ${maxNotes} notes. Nothing was added. Delete a note that is no longer needed.`,
  );
}

/** Locks a kept note that the account may delete. Throws 404 without one, and 403 for a note of a colleague. */
async function lockOwn(
  tx: NodePgDatabase,
  { userId, id }: { userId: string; id: string },
  { id: staffId, role }: Admin,
) {
  const [note] = await tx
    .select()
    .from(userNotes)
    .where(and(eq(userNotes.id, id), eq(userNotes.userId, userId), isKept))
    .for('update');
  if (!note) throw notFound('note');
  if (role !== 'administrator' && note.writtenBy !== staffId)
    throw new Failure(403, 'not_yours', 'A colleague wrote this. They or an administrator delete it.');
}

/** The log has the person whom a note is about, and nothing of the note. */
const logOn = (change: Change, action: 'note' | 'delete-note' | 'restore-note', userId: string) =>
  change.about({ area: 'users', kind: 'user', action, entityId: userId });

/** The calls for notes on people. They answer no text that could be kept for a repeated call. */
export function noteHandlers(history: History): Handlers<typeof api.userNotes> {
  return {
    async list({ userId }, context) {
      const [person] = await history.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound('user');
      const notes = await listNotes(history.db, userId);
      await history.recordLook(context, userId);
      return { notes };
    },

    add: ({ userId, kind, text }, context) =>
      history.change(context, async (change) => {
        await lockPerson(change.tx, userId);
        await expectRoom(change.tx, userId);
        await change.tx.insert(userNotes).values({ userId, kind, text, writtenBy: context.staff.id });
        logOn(change, 'note', userId);
      }),

    remove: ({ userId, id }, context) =>
      history.change(context, async (change) => {
        await lockOwn(change.tx, { userId, id }, context.staff);
        const { rowCount } = await change.tx
          .update(userNotes)
          .set({ deletedAt: sql`now()` })
          .where(and(eq(userNotes.id, id), sql`${userNotes.deletedAt} IS NULL`));
        if (rowCount === 0) throw notFound('note');
        logOn(change, 'delete-note', userId);
      }),

    restore: ({ userId, id }, context) =>
      history.change(context, async (change) => {
        await lockPerson(change.tx, userId);
        await lockOwn(change.tx, { userId, id }, context.staff);
        await expectRoom(change.tx, userId);
        const { rowCount } = await change.tx
          .update(userNotes)
          .set({ deletedAt: null })
          .where(and(eq(userNotes.id, id), isRestorable));
        if (rowCount === 0) throw notFound('note');
        logOn(change, 'restore-note', userId);
      }),
  };
}

/** Erases notes that are no longer kept, and deleted ones that can no longer be restored. Cheap when there are none. */
export async function eraseNotes(db: NodePgDatabase): Promise<void> {
  await db.execute(sql`DELETE FROM ${userNotes} WHERE hour < running_hour() - ${keptHours} OR NOT (${isRestorable})`);
}

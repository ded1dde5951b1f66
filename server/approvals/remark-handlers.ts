import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ReviewedArea } from '#contract/areas.ts';
import type { Admin } from '#contract/auth.ts';
import { kinds } from '#contract/kinds.ts';
import { type Anchor, anchorAt, remarkText } from '#contract/remark-places.ts';
import { isReviewedField, maxRemarks, type remarksApi } from '#contract/remarks.ts';
import { changedSince, lockRecords, reviewedEntities, subjectOf } from '#server/approvals/records.ts';
import { listPeople, listRemarks, mentionedIn } from '#server/approvals/remark-queries.ts';
import { remarkReplies, remarks } from '#server/approvals/tables.ts';
import type { History } from '#server/history/history.ts';
import { Failure, invalid, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';

type Routes = (typeof remarksApi)[keyof typeof remarksApi];

const tooMany = () =>
  new Failure(409, 'too_many', `A text can have at most ${maxRemarks} remarks and replies. Nothing was added.`);

/** The anchor of words in a field of a record. Throws when they are not there. */
function anchorIn(value: unknown, field: string, { quote, start }: { quote: string; start: number }): Anchor {
  const text = remarkText(field, value);
  if (text === null) throw invalid([{ path: 'words', message: 'A remark on this field is on the whole field' }]);
  const end = start + quote.length;
  if (text.slice(start, end) !== quote) throw changedSince([]);
  return anchorAt(text, { start, end });
}

async function expectRoom(tx: NodePgDatabase, recordId: string) {
  const { rows } = await tx.execute<{ n: number }>(sql`
    SELECT (count(DISTINCT remark.id) + count(reply.id))::int AS n
    FROM ${remarks} AS remark LEFT JOIN ${remarkReplies} AS reply ON reply.remark_id = remark.id
    WHERE remark.record_id = ${recordId}::uuid`);
  if ((rows[0]?.n ?? 0) >= maxRemarks) throw tooMany();
}

function expectOwn({ writtenBy }: { writtenBy: string | null }, { id, role }: Admin) {
  if (role === 'administrator' || writtenBy === id) return;
  throw new Failure(403, 'not_yours', 'A colleague wrote this. They or an administrator delete it.');
}

/** The handlers for the remarks on the texts of one area. */
export function remarkHandlers(history: History, area: ReviewedArea): Handlers<Routes> {
  const own = reviewedEntities(history, area).map(({ kind }) => kind as typeof remarks.$inferSelect.kind);

  /** Locks a remark of the area. Throws 404 without one. */
  async function lockRemark(tx: NodePgDatabase, id: string) {
    const [remark] = await tx.select().from(remarks).where(eq(remarks.id, id)).for('update');
    if (!remark || kinds[remark.kind].area !== area) throw notFound('remark');
    return remark;
  }

  /** The subject of an operation on a remark: its record, and nothing of its words. */
  async function recordOf(
    tx: NodePgDatabase,
    { kind, recordId }: Pick<typeof remarks.$inferSelect, 'kind' | 'recordId'>,
  ) {
    const entity = history.kindOf(kind);
    return subjectOf(entity, await lockRecords(tx, entity, [recordId]));
  }

  return {
    list: async ({ id }) => ({
      remarks: await listRemarks(history.db, own, id),
      people: await listPeople(history.db),
    }),

    add: ({ kind, id, field, words, body }, context) =>
      history.change(context, async (change) => {
        if (!isReviewedField(kind, field))
          throw invalid([{ path: 'field', message: 'A clinician does not review this field. Choose another one' }]);
        const entity = history.kindOf(kind);
        const stored = await lockRecords(change.tx, entity, [id]);
        const anchor = words && anchorIn(stored[0]?.[field], field, words);
        await expectRoom(change.tx, id);
        const mentions = mentionedIn(body, await listPeople(change.tx));
        const written = { body, mentions, writtenBy: context.staff.id };
        await change.tx.insert(remarks).values({ recordId: id, kind, field, anchor, ...written });
        change.about({ action: 'remark', ...subjectOf(entity, stored) });
      }),

    reply: ({ id, body }, context) =>
      history.change(context, async (change) => {
        const remark = await lockRemark(change.tx, id);
        await expectRoom(change.tx, remark.recordId);
        const mentions = mentionedIn(body, await listPeople(change.tx));
        await change.tx.insert(remarkReplies).values({ remarkId: id, body, mentions, writtenBy: context.staff.id });
        change.about({ action: 'reply-remark', ...(await recordOf(change.tx, remark)) });
      }),

    resolve: ({ id, resolved }, context) =>
      history.change(context, async (change) => {
        const remark = await lockRemark(change.tx, id);
        if ((remark.resolvedAt !== null) === resolved) {
          const done = resolved ? 'resolved' : 'reopened';
          throw new Failure(409, 'unchanged', `A colleague has ${done} this remark already. Nothing was changed.`);
        }
        const set = resolved
          ? { resolvedAt: sql`now()`, resolvedBy: context.staff.id }
          : { resolvedAt: null, resolvedBy: null };
        await change.tx.update(remarks).set(set).where(eq(remarks.id, id));
        const action = resolved ? 'resolve-remark' : 'reopen-remark';
        change.about({ action, ...(await recordOf(change.tx, remark)) });
      }),

    remove: ({ id }, context) =>
      history.change(context, async (change) => {
        const { tx } = change;
        const [reply] = await tx.select().from(remarkReplies).where(eq(remarkReplies.id, id)).for('update');
        const remark = await lockRemark(tx, reply?.remarkId ?? id);
        expectOwn(reply ?? remark, context.staff);
        if (reply) await tx.delete(remarkReplies).where(eq(remarkReplies.id, id));
        else await tx.delete(remarks).where(eq(remarks.id, id));
        change.about({ action: 'delete-remark', ...(await recordOf(tx, remark)) });
      }),
  };
}

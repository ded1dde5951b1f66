import { type SQL, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import type { Actor } from '#contract/common.ts';
import type { Remark, Written } from '#contract/remarks.ts';
import { approvers } from '#contract/roles.ts';
import type { Reader } from '#server/approvals/review-texts.ts';
import { remarkReplies, remarks } from '#server/approvals/tables.ts';
import { staff } from '#server/auth/tables.ts';
import { numberOf } from '#server/approvals/queries.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { isOneOf } from '#server/records/rows.ts';

/** The accounts that read and write remarks, by name. */
export const listPeople = (db: NodePgDatabase): Promise<Actor[]> =>
  db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(sql`${staff.enabled} AND ${inArray(staff.role, [...approvers])}`)
    .orderBy(staff.name, staff.id);

const plain = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * The ids of the accounts that a text mentions as `@Ada Obi`. The longest name counts, and of several accounts with one
 * name all.
 */
export function mentionedIn(body: string, people: readonly Actor[]): string[] {
  const found = plain(body)
    .split('@')
    .slice(1)
    .flatMap((after) => {
      const named = people.filter(
        ({ name }) => after.startsWith(plain(name)) && !/^[\p{L}\p{M}\p{N}]/u.test(after.slice(plain(name).length)),
      );
      const longest = Math.max(...named.map(({ name }) => name.length));
      return named.filter(({ name }) => name.length === longest).map(({ id }) => id);
    });
  return [...new Set(found)];
}

type WrittenRow = Pick<typeof remarks.$inferSelect, 'id' | 'writtenBy' | 'at' | 'body' | 'mentions'>;

/** The remarks on a record of one of these kinds with their replies, the oldest first. */
export async function listRemarks(db: NodePgDatabase, kinds: readonly ReviewedKind[], id: string): Promise<Remark[]> {
  const found = await db
    .select()
    .from(remarks)
    .where(sql`${eq(remarks.recordId, id)} AND ${inArray(remarks.kind, [...kinds])}`)
    .orderBy(remarks.at, remarks.id);
  const replies = await db
    .select()
    .from(remarkReplies)
    .where(
      isOneOf(
        remarkReplies.remarkId,
        found.map((one) => one.id),
      ),
    )
    .orderBy(remarkReplies.at, remarkReplies.id);
  const all = [...found, ...replies];
  const ids = [
    ...all.map(({ writtenBy }) => writtenBy),
    ...all.flatMap(({ mentions }) => mentions),
    ...found.map(({ resolvedBy }) => resolvedBy),
  ].filter((one) => one !== null);
  const named = await db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(isOneOf(staff.id, [...new Set(ids)]));
  const names = new Map(named.map((one) => [one.id, one]));
  const actor = (account: string | null) => (account === null ? null : (names.get(account) ?? null));
  const written = ({ mentions, writtenBy, ...row }: WrittenRow): Written => ({
    id: row.id,
    by: actor(writtenBy),
    at: row.at,
    body: row.body,
    mentions: mentions.map(actor).filter((one) => one !== null),
  });
  return found.map((row) =>
    Object.assign(written(row), {
      field: row.field,
      anchor: row.anchor,
      resolved: row.resolvedAt === null ? null : { by: actor(row.resolvedBy), at: row.resolvedAt },
      replies: replies.filter(({ remarkId }) => remarkId === row.id).map(written),
    }),
  );
}

/** The texts of a kind with an open remark that mentions an account, itself or in a reply, in the list `remarks`. */
export const remarkedTexts = (entity: EntityKind, shown: SQL, account: Pick<Reader, 'id'>) => sql`
  SELECT ${entity.kind} AS kind, ${entity.table.id} AS id, ${shown} AS shown, 'remarks' AS state, mentioned.at,
    NULL::date AS due_on, NULL AS turn, ${numberOf(entity)}
  FROM ${entity.table} JOIN (
    SELECT record_id, max(at) AS at FROM (
      SELECT record_id, at FROM ${remarks}
      WHERE resolved_at IS NULL AND mentions @> ARRAY[${account.id}::uuid]
      UNION ALL
      SELECT record_id, reply.at FROM ${remarkReplies} AS reply JOIN ${remarks} AS remark ON remark.id = remark_id
      WHERE resolved_at IS NULL AND reply.mentions @> ARRAY[${account.id}::uuid]
    ) AS each GROUP BY record_id
  ) AS mentioned ON record_id = ${entity.table.id}`;

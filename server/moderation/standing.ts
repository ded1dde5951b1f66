import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { standingOf } from '#contract/verdicts.ts';
import { decisions } from '#server/moderation/tables.ts';
import { users } from '#server/users/tables.ts';

/** A decision whose sanction holds now, by the clock of the database: no timer ends it. */
const holds = and(
  inArray(decisions.sanction, ['mute', 'suspend']),
  isNull(decisions.takenBackAt),
  or(isNull(decisions.outcome), ne(decisions.outcome, 'overturned')),
  or(isNull(decisions.until), sql`${decisions.until} > now()`),
);

/** The gravest sanction that holds for each of these people, and its end; null for good. Missing people are left out. */
export async function listSanctions(db: NodePgDatabase, ids: readonly string[]) {
  const rows = await db
    .select({ id: users.id, sanction: decisions.sanction, until: decisions.until })
    .from(users)
    .leftJoin(decisions, and(eq(decisions.personId, users.id), holds))
    .where(inArray(users.id, [...ids]));
  const found = new Map<string, { id: string; sanction: 'none' | 'mute' | 'suspend'; until: string | null }>();
  for (const { id, sanction, until } of rows) {
    const one = { id, sanction: sanction === 'mute' || sanction === 'suspend' ? sanction : ('none' as const), until };
    const other = found.get(id);
    if (!other || isGraver(one, other)) found.set(id, one);
  }
  return [...found.values()];
}

type Held = { sanction: 'none' | 'mute' | 'suspend'; until: string | null };

const isGraver = (one: Held, other: Held) =>
  one.sanction === other.sanction
    ? other.until !== null && (one.until === null || one.until > other.until)
    : one.sanction === 'suspend' || other.sanction === 'none';

/** The standing of each of these people now. */
export async function listStandings(db: NodePgDatabase, ids: readonly string[]) {
  const held = await listSanctions(db, ids);
  return held.map(({ id, sanction, until }) => {
    const { canPost, canRead } = standingOf(sanction);
    return { id, canPost, canRead, until };
  });
}

import { type SQL, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { areaOfCase, subjectsOf } from '#contract/case-subjects.ts';
import type { Admin } from '#contract/auth.ts';
import type { Role } from '#contract/roles.ts';
import { notFound } from '#server/http/failure.ts';
import { expectAccess } from '#server/log/access.ts';
import { cases, type decisions } from '#server/moderation/tables.ts';

/** The kinds of subjects whose cases a role decides: posts, comments and people, or content. Administrators decide both. */
export function groupsOf(role: Role) {
  const subjects = subjectsOf(role);
  return { people: subjects.includes('person'), content: subjects.includes('card') };
}

/** The condition for the cases, or the decisions, that a role reads; undefined for all. Only those of content have no person. */
export function readableBy(role: Role, { personId }: typeof cases | typeof decisions): SQL | undefined {
  const { people, content } = groupsOf(role);
  if (people && content) return undefined;
  return people ? isNotNull(personId) : content ? isNull(personId) : sql`false`;
}

/** Throws 404 when there is no such case, and 403 when the role of the account does not decide it. */
export async function expectCase(db: NodePgDatabase, staff: Admin, id: string) {
  const [found] = await db.select({ kind: cases.subjectKind }).from(cases).where(eq(cases.id, id));
  if (!found) throw notFound('case');
  expectAccess(staff, areaOfCase(found.kind), 'change');
}

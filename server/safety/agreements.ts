import { asc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ParsedInput } from '#contract/route.ts';
import type { safetyApi } from '#contract/safety.ts';
import { staff } from '#server/auth/tables.ts';
import type { Change } from '#server/history/change.ts';
import { Failure } from '#server/http/failure.ts';
import { logStep } from '#server/moderation/decide.ts';
import { lockCrisis } from '#server/safety/messages.ts';
import { agreements } from '#server/safety/tables.ts';

/** The colleagues who agreed to outside help in a case, first ones first. */
export const listAgreements = (db: NodePgDatabase, caseId: string) =>
  db
    .select({ by: { id: staff.id, name: staff.name }, reason: agreements.reason, at: agreements.at })
    .from(agreements)
    .leftJoin(staff, eq(staff.id, agreements.staffId))
    .where(eq(agreements.caseId, caseId))
    .orderBy(asc(agreements.at), asc(agreements.id));

/** Agrees that outside help has to be called, once for each account. */
export async function agree(
  change: Change,
  { id: caseId, version, reason }: ParsedInput<typeof safetyApi.crisisCare.agree>,
) {
  const { tx, staff: by } = change;
  const found = await lockCrisis(tx, { id: caseId, version });
  const { rowCount } = await tx.insert(agreements).values({ caseId, staffId: by.id, reason }).onConflictDoNothing();
  if (rowCount === 0)
    throw new Failure(409, 'agreed_already', 'You have agreed already. Another colleague has to agree too.');
  logStep(change, found, 'agree');
}

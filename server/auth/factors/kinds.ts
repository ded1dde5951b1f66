import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ProofKind } from '#contract/auth.ts';
import { authenticatorApps, passkeys, recoveryCodes } from '#server/auth/factors/tables.ts';
import { staff } from '#server/auth/tables.ts';

const kindIf = (kind: ProofKind, table: PgTable) =>
  sql`CASE WHEN EXISTS (SELECT FROM ${table} WHERE staff_id = ${staff}.id) THEN ${sql.raw(`'${kind}'`)} END`;

/**
 * The kinds of second factor of an account, in a statement that reads `staff`; empty for an unknown account. Recovery
 * codes exist only besides another factor.
 */
export const factorKinds = sql<ProofKind[]>`array_remove(ARRAY[${kindIf('passkey', passkeys)},
  ${kindIf('totp', authenticatorApps)}, ${kindIf('recovery-code', recoveryCodes)}], NULL)`;

export async function readFactorKinds(db: NodePgDatabase, staffId: string): Promise<ProofKind[]> {
  const [found] = await db.select({ kinds: factorKinds }).from(staff).where(eq(staff.id, staffId));
  return found?.kinds ?? [];
}

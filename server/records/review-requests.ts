import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { staff } from '#server/auth/tables.ts';
import { reviewRequests } from '#server/records/tables.ts';

/**
 * Takes back the requests for a review that this operation made: each is as it was before, or gone. Requests with another
 * turn since stay.
 */
export async function takeBackRequests(tx: NodePgDatabase, operationId: string) {
  await tx.execute(sql`
    DELETE FROM ${reviewRequests} WHERE operation_id = ${operationId}::uuid AND before IS NULL`);
  // Accounts may have been deleted since.
  const account = (name: string) => sql`(SELECT id FROM ${staff} WHERE id = earlier.${sql.identifier(name)})`;
  await tx.execute(sql`
    UPDATE ${reviewRequests} SET state = earlier.state, words = earlier.words, fields = earlier.fields,
      asked_by = ${account('asked_by')}, of_id = ${account('of_id')}, answered_by = ${account('answered_by')},
      due_on = earlier.due_on, note = earlier.note, at = earlier.at, changes = earlier.changes,
      operation_id = earlier.operation_id, before = earlier.before
    FROM ${reviewRequests} AS recalled, jsonb_populate_record(NULL::${reviewRequests}, recalled.before) AS earlier
    WHERE recalled.operation_id = ${operationId}::uuid AND ${reviewRequests.recordId} = recalled.record_id`);
}

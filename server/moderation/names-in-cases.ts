import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { pseudonyms } from '#server/awa/pseudonyms.ts';
import type { NameInCase } from '#server/moderation/queue.ts';

/** The made-up names of people in cases. They depend on the case, so that a person is not recognised in another one. */
export function namesInCases(db: NodePgDatabase) {
  const madeUpNames = pseudonyms(db);
  return async (): Promise<NameInCase> => {
    const nameOf = await madeUpNames();
    return (caseId, personId) => nameOf(`${caseId} ${personId}`);
  };
}

import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { CallResult, HelpLineCall, HelpLinePurpose } from '#contract/safety.ts';
import { staff } from '#server/auth/tables.ts';
import { isoOf } from '#server/database/columns.ts';
import type { Change } from '#server/history/change.ts';
import { notFound } from '#server/http/failure.ts';
import { checkedUntil } from '#server/records/checked.ts';
import { sorting } from '#server/records/reads.ts';
import { helpLineKind } from '#server/safety/kinds.ts';
import { helpLineCalls, helpLines } from '#server/safety/tables.ts';

/** The end of the days for which a call counts. */
const ends = checkedUntil(helpLineCalls.at);

const callEnds = sql<string>`${ends}`.mapWith(isoOf);

/** Whether a line is offered after its last call, by the clock of the database: answered, on the number as it is, and not due. */
const isOffered = sql`${helpLines.isActive} AND ${helpLineCalls.result} = 'answered'
  AND ${helpLineCalls.number} = ${helpLines.number} AND ${ends} > now()`;

/** Whether a call is the last one of its line. */
const isLast = sql`${helpLineCalls.id} = (
  SELECT id FROM ${helpLineCalls} AS later WHERE later.help_line_id = ${helpLines.id} ORDER BY later.at DESC, later.id DESC LIMIT 1)`;

/** The last call of each line that was ever called, or of one. */
export const listCalls = (db: NodePgDatabase, helpLineId?: string): Promise<HelpLineCall[]> =>
  db
    .select({
      helpLineId: helpLineCalls.helpLineId,
      at: helpLineCalls.at,
      by: { id: staff.id, name: staff.name },
      number: helpLineCalls.number,
      result: helpLineCalls.result,
      note: helpLineCalls.note,
      offeredUntil: sql<string | null>`CASE WHEN ${isOffered} THEN ${ends} END`.mapWith(isoOf),
    })
    .from(helpLineCalls)
    .innerJoin(helpLines, and(eq(helpLines.id, helpLineCalls.helpLineId), isLast))
    .leftJoin(staff, eq(staff.id, helpLineCalls.staffId))
    .where(helpLineId === undefined ? undefined : eq(helpLines.id, helpLineId))
    .orderBy(desc(helpLineCalls.at), desc(helpLineCalls.id));

/** The results in the log: `phoned the help line “SURPIN”, which answered`. */
const inLog: Record<CallResult, string> = {
  answered: 'which answered',
  no_answer: 'which did not answer',
  wrong: 'whose number is wrong',
};

type Call = { id: string; number: string; result: CallResult; note: string };

/** Records a call of the acting account. The number is the one that was called, whatever the line has now. */
export async function addCall(change: Change, { id, number, result, note }: Call): Promise<HelpLineCall> {
  const [line] = await change.tx
    .select({ name: helpLines.name })
    .from(helpLines)
    .where(eq(helpLines.id, id))
    .for('share');
  if (!line) throw notFound('help line');
  await change.tx.insert(helpLineCalls).values({ helpLineId: id, number, staffId: change.staff.id, result, note });
  change.about({
    area: 'moderation',
    kind: 'help-line',
    action: 'call',
    entityId: id,
    label: line.name,
    details: inLog[result],
  });
  const [call] = await listCalls(change.tx, id);
  if (!call) throw new Error('A call that was recorded is not there');
  return call;
}

/** The active lines that are hidden from people until a colleague has called them. */
export const linesToCall = sql`
  SELECT ${helpLines.id}, ${helpLineCalls.at} FROM ${helpLines} LEFT JOIN ${helpLineCalls}
    ON ${helpLineCalls.helpLineId} = ${helpLines.id} AND ${isLast}
  WHERE ${helpLines.isActive} AND (${isOffered}) IS NOT TRUE`;

const forApp = and(isOffered, ne(helpLines.purpose, 'staff'));

/** The lines that the app offers now, in the order of staff. */
export const listOffered = (db: NodePgDatabase) =>
  db
    .select({
      name: helpLines.name,
      purpose: sql<Exclude<HelpLinePurpose, 'staff'>>`${helpLines.purpose}`,
      number: helpLines.number,
      hours: helpLines.hours,
      languages: helpLines.languages,
      states: helpLines.states,
      cost: helpLines.cost,
      calledOn: helpLineCalls.at,
      until: callEnds,
    })
    .from(helpLines)
    .innerJoin(helpLineCalls, and(eq(helpLines.id, helpLineCalls.helpLineId), isLast))
    .where(forApp)
    .orderBy(...sorting(helpLineKind));

/** The next time at which a line is due, so that the app stops offering it; null without any. */
export async function nextDue(db: NodePgDatabase) {
  const [found] = await db
    .select({ next: sql<string | null>`min(${ends})`.mapWith(isoOf) })
    .from(helpLines)
    .innerJoin(helpLineCalls, and(eq(helpLines.id, helpLineCalls.helpLineId), isLast))
    .where(forApp);
  return found?.next ?? null;
}

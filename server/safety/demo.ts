import type pg from 'pg';
import { type CrisisOutcome, lookHours } from '#contract/crisis.ts';
import type { StatementLanguage } from '#contract/moderation.ts';
import { seededIds } from '#server/database/seeded-random.ts';
import { templateTexts } from '#server/moderation/texts.ts';
import type { Demo } from '#server/records/demo-records.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** A look is done a few hours after it was due, but for those of the last days. */
const [doneAfter, notDoneYet] = [3 * hour, 3 * day];

const notes = ['She answered, and is with her sister.', '', 'She wrote again, about her garden.', 'No answer yet.'];

const messageIn = (language: StatementLanguage) => {
  const template = templateTexts.find(({ purpose }) => purpose === 'needs_help');
  return template?.[language] || template?.english || '';
};

type Ended = {
  id: string;
  caseId: string;
  personId: string;
  at: string;
  outcome: CrisisOutcome;
  language: StatementLanguage;
};

/** Adds messages, agreements and looks to the cases of the demo, unless there is a message. */
export async function loadCare(client: pg.ClientBase, { today, staffId }: Demo) {
  const { rowCount } = await client.query('SELECT FROM messages LIMIT 1');
  if (rowCount !== 0) return;
  const ids = seededIds('safety');
  let row = 0;
  const time = (milliseconds: number) => new Date(milliseconds).toISOString();
  const rows = { messages: [] as object[], agreements: [] as object[], looks: [] as object[] };
  const addMessage = (caseId: string, personId: string, at: number, language: StatementLanguage, isSeen: boolean) =>
    rows.messages.push({
      id: ids(at, row++),
      case_id: caseId,
      person_id: personId,
      staff_id: staffId,
      playbook: '',
      text: messageIn(language),
      language,
      at: time(at),
      told_at: time(at + minute),
      seen_at: isSeen ? time(at + 20 * minute) : null,
    });

  const { rows: ended } = await client.query<Ended>(
    `SELECT id, case_id AS "caseId", person_id AS "personId", at::text AS at, crisis_outcome AS outcome, language
    FROM decisions WHERE crisis_outcome IS NOT NULL ORDER BY at DESC, id`,
  );
  for (const [index, { id, caseId, personId, at: decidedAt, outcome, language }] of ended.entries()) {
    const at = Date.parse(decidedAt);
    if (outcome === 'message_sent') addMessage(caseId, personId, at - 30 * minute, language, index % 2 === 0);
    if (outcome === 'outside_help')
      rows.agreements.push({
        id: ids(at, row++),
        case_id: caseId,
        staff_id: null,
        reason: 'I read it in the same way: she is alone, and named a time.',
        at: time(at - 10 * minute),
      });
    for (const hours of outcome === 'no_danger' ? [] : lookHours) {
      const due = at + hours * hour;
      const isDone = due < today - notDoneYet;
      rows.looks.push({
        id: ids(at, row++),
        case_id: caseId,
        decision_id: id,
        due_at: time(due),
        done_at: isDone ? time(due + doneAfter) : null,
        done_by: isDone ? staffId : null,
        note: isDone ? (notes[index % notes.length] ?? '') : '',
      });
    }
  }

  const { rows: waiting } = await client.query<{ id: string; personId: string; since: string }>(
    `SELECT id, person_id AS "personId", waiting_since::text AS since FROM cases
    WHERE state = 'open' AND rank = 1 ORDER BY waiting_since, id`,
  );
  for (const [index, { id, personId, since }] of waiting.entries())
    if (index % 4 === 1) addMessage(id, personId, Math.min(Date.parse(since) + 10 * minute, today), 'english', true);

  for (const [table, all] of Object.entries(rows))
    await client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
      JSON.stringify(all),
    ]);
  await client.query('ANALYZE messages, agreements, looks');
}

import type pg from 'pg';
import { type CaseState, type ReportReason, type Verdict, caseRank } from '#contract/case-states.ts';
import type { Mark } from '#contract/mark.ts';
import { marksOf, placesIn } from '#contract/marks.ts';
import { type StatementLanguage, blanksIn, statementLanguages } from '#contract/moderation.ts';
import { type Random, seededIds, seededRandom } from '#server/database/seeded-random.ts';
import { fillStatement } from '#server/moderation/statement.ts';
import { ruleTexts, templateTexts } from '#server/moderation/texts.ts';
import type { Demo } from '#server/records/demo-records.ts';

/** The most cases of a demo. A small one has a case for every fourth text. */
const mostCases = 300;

const [hour, day] = [3_600_000, 86_400_000];

type Text = { id: string; kind: 'post' | 'comment'; author: string; content: string; at: string };

/** The reason that fits the marks of a text; one without marks is reported for anything. */
const reasonOf: Record<Mark, ReportReason> = {
  'self-harm': 'self-harm',
  violence: 'danger',
  threat: 'threat',
  emergency: 'emergency',
  phone: 'personal-data',
  email: 'personal-data',
  name: 'personal-data',
  money: 'scam',
  sale: 'selling',
  link: 'spam',
};

const anyReason: readonly ReportReason[] = ['harassment', 'hate', 'false-advice', 'spam', 'other'];

const notes = [
  '', '', '', '', 'Please look at this, it made me cry.', 'She wrote the same thing in two groups.', 'Ẹ jọ̀ọ́, ẹ wò ó.',
  'This is not true, my doctor said the opposite 🙏🏾', 'I no like am at all.', 'Biko lelee nke a.',
]; // prettier-ignore

const appeals = [
  'I did not mean it like that. I only wanted to help my sisters.',
  'Na joke I dey joke. Abeg bring am back.',
  'Mi ò ta ọjà kankan. Ẹ tún un kà.',
  'Ban yi laifi ba. Ku sake dubawa.',
  'Emeghị m ihe ọjọọ. Biko legharịa ya anya.',
];

/** The number of the rule that a reason breaks. */
const ruleOf = (reason: ReportReason) => {
  if (reason === 'personal-data' || reason === 'intimate-picture') return 2;
  if (reason === 'selling' || reason === 'scam') return 3;
  return reason === 'false-advice' ? 4 : 1;
};

/** The states of the cases, in the order of the newest texts: most still wait. */
const stateOf = (index: number): CaseState | 'overturned' | 'upheld' => {
  const place = index % 15;
  if (place < 7) return 'open';
  if (place === 7) return index % 2 === 0 ? 'escalated' : 'gone';
  if (place === 8) return 'appealed';
  if (place === 9) return index % 2 === 0 ? 'overturned' : 'upheld';
  return 'decided';
};

const insert = (client: pg.ClientBase, table: string, rows: readonly object[]) =>
  client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);

/** The texts of the demo that are most likely to be reported: half of them with marks, and comments among them. */
async function readTexts(client: pg.ClientBase): Promise<Text[]> {
  const { rows } = await client.query<Text>(`
    (SELECT id, 'post' AS kind, user_id AS author, content, created_at::text AS at FROM posts WHERE content <> ''
      ORDER BY created_at DESC, id LIMIT 3000)
    UNION ALL
    (SELECT id, 'comment', user_id, content, created_at::text FROM comments ORDER BY created_at DESC, id LIMIT 300)`);
  const isMarked = ({ content }: Text) => marksOf(placesIn(content)).length > 0;
  const [marked, others] = [rows.filter(isMarked), rows.filter((text) => !isMarked(text))];
  return Array.from({ length: Math.min(mostCases, Math.floor(rows.length / 4)) }, (_, index) => {
    const from = index % 2 === 0 && marked.length > 0 ? marked : others;
    return from.splice(index % 6 === 5 ? from.length - 1 : 0, 1)[0];
  }).filter((text) => text !== undefined);
}

function statementOf(verdict: Verdict, reason: ReportReason, language: StatementLanguage, until: string | null) {
  const fits = templateTexts.filter((one) => one.verdict === verdict);
  const template = until === null ? fits[0] : (fits.find(({ english }) => english.includes('{until}')) ?? fits[0]);
  const rule = ruleTexts[ruleOf(reason) - 1];
  const text = template?.[language] || template?.english || '';
  const filled = blanksIn(text).reduce((whole, blank) => whole.replace(blank, '…'), text);
  return fillStatement(filled, { rule: rule?.[language] || rule?.english || '', until, language });
}

/** Fills the area with cases in all states and in all languages, unless there is one. */
export async function loadCases(client: pg.ClientBase, { today, staffId }: Demo) {
  const { rowCount } = await client.query('SELECT FROM cases LIMIT 1');
  if (rowCount !== 0) return;
  const random = seededRandom('cases');
  const ids = seededIds('moderation');
  const languages = Object.keys(statementLanguages) as StatementLanguage[];
  const { rows: people } = await client.query<{ id: string }>(
    'SELECT id FROM users ORDER BY created_at DESC, id LIMIT 400',
  );
  const rows = { cases: [] as object[], reports: [] as object[], snapshots: [] as object[], decisions: [] as object[] };
  const hidden = { post: [] as string[], comment: [] as string[] };
  let row = 0;
  for (const [index, text] of (await readTexts(client)).entries()) {
    const life = stateOf(index);
    const [mark] = marksOf(placesIn(text.content));
    const reason = mark === undefined ? random.pick(anyReason) : reasonOf[mark];
    const isWaiting = life === 'open' || life === 'escalated';
    const reported = today - Math.floor(isWaiting ? random.next() * 3 * day : 2 * day + random.next() * 26 * day);
    const time = (milliseconds: number) => new Date(Math.min(reported + milliseconds, today)).toISOString();
    const caseId = ids(reported, row++);
    const reporters = countReporters(random);
    const first = Math.floor(random.next() * Math.max(1, people.length - reporters));
    rows.cases.push({
      id: caseId,
      subject_kind: text.kind,
      subject_id: text.id,
      person_id: text.author,
      state: life === 'overturned' || life === 'upheld' ? 'decided' : life,
      reason,
      rank: caseRank(reason),
      report_count: Math.min(reporters, people.length),
      opened_at: time(0),
      waiting_since: time(0),
      version: 1,
    });
    for (const person of people.slice(first, first + reporters))
      rows.reports.push({
        id: ids(reported, row++),
        case_id: caseId,
        person_id: person.id,
        reason,
        note: life === 'gone' ? '' : random.pick(notes),
        at: time(0),
        answered_at: isWaiting || life === 'gone' ? null : time(5 * hour),
      });
    if (life === 'gone') continue;
    rows.snapshots.push({ id: ids(reported, row++), case_id: caseId, content: text.content, at: time(0) });
    if (isWaiting) continue;
    const isInDanger = caseRank(reason) === 1;
    const isBroken = life !== 'decided' || random.chance(0.6);
    const verdict: Verdict = isInDanger ? 'needs_help' : isBroken ? 'breaks_rules' : 'within_rules';
    const language = languages[index % languages.length] ?? 'english';
    const sanction = verdict === 'breaks_rules' && index % 3 === 0 ? 'mute' : 'none';
    const until = sanction === 'mute' ? time(4 * hour + 7 * day) : null;
    const isHidden = verdict === 'breaks_rules' && life !== 'overturned';
    if (isHidden) hidden[text.kind].push(text.id);
    const acts = verdict === 'breaks_rules';
    const isAppealed = acts && (life === 'appealed' || life === 'overturned' || life === 'upheld');
    rows.decisions.push({
      id: ids(reported, row++),
      case_id: caseId,
      person_id: text.author,
      at: time(4 * hour),
      staff_id: staffId,
      verdict,
      rule: acts ? (ruleTexts[ruleOf(reason) - 1]?.title ?? '') : '',
      hidden_posts: acts && text.kind === 'post' ? [text.id] : [],
      hidden_comments: acts && text.kind === 'comment' ? [text.id] : [],
      hide: acts,
      hide_others: false,
      erase: false,
      sanction,
      until,
      reason: '',
      statement: verdict === 'within_rules' ? '' : statementOf(verdict, reason, language, until),
      language,
      case_reason: reason,
      waited: (4 * hour) / 1000,
      told_at: time(4 * hour + 60_000),
      appealed_at: isAppealed ? time(day) : null,
      appeal: isAppealed ? random.pick(appeals) : '',
      outcome: isAppealed && life !== 'appealed' ? life : null,
      answer: isAppealed && life !== 'appealed' ? 'We have looked at this again.' : '',
      answered_at: isAppealed && life !== 'appealed' ? time(day + 3 * hour) : null,
      answered_by: null,
      hour: 0,
    });
  }
  for (const [table, all] of Object.entries(rows)) await insert(client, table, all);
  // A person in danger has nothing to appeal.
  await client.query(`
    UPDATE cases SET state = 'decided' WHERE state = 'appealed'
      AND NOT EXISTS (SELECT FROM decisions WHERE case_id = cases.id AND appealed_at IS NOT NULL)`);
  for (const [kind, texts] of Object.entries(hidden))
    await client.query(
      `UPDATE ${kind}s SET hidden_hour = running_hour(),
        hidden_at = (SELECT at FROM decisions WHERE ${kind}s.id = ANY (hidden_${kind}s) ORDER BY at DESC LIMIT 1)
      WHERE id = ANY ($1)`,
      [texts],
    );
  await client.query('ANALYZE cases, reports, snapshots, decisions');
}

/** Most texts are reported by one person, a few by many. */
function countReporters(random: Random) {
  if (random.chance(0.02)) return 100;
  return random.chance(0.25) ? 2 + Math.floor(random.next() * 8) : 1;
}

import type pg from 'pg';
import { type CaseState, type ReportReason, caseMarks, caseRank, reportReasons } from '#contract/case-states.ts';
import type { CrisisOutcome } from '#contract/crisis.ts';
import type { Verdict } from '#contract/verdicts.ts';
import type { Mark } from '#contract/mark.ts';
import { marksOf, placesIn } from '#contract/marks.ts';
import { type StatementLanguage, blanksIn } from '#contract/moderation.ts';
import { type Random, seededIds, seededRandom } from '#server/database/seeded-random.ts';
import { contentCases } from '#server/moderation/demo-content.ts';
import { fillStatement } from '#server/moderation/statement.ts';
import { ruleTexts, templateTexts } from '#server/moderation/texts.ts';
import type { Demo } from '#server/records/demo-records.ts';

/** The most cases of a demo. A small one has a case for every fourth text. */
const mostCases = 300;

const [hour, day] = [3_600_000, 86_400_000];

type Text = {
  id: string;
  kind: 'post' | 'comment';
  author: string;
  content: string;
  language: StatementLanguage | null;
};

/** The reason that fits each mark. */
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

type Life = ReturnType<typeof stateOf>;

const isAppealed = (life: Life) => life === 'appealed' || life === 'overturned' || life === 'upheld';

const insert = (client: pg.ClientBase, table: string, rows: readonly object[]) =>
  client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);

/** The newest posts with marks, and other texts, that the cases are about. A person in danger has no decision to appeal. */
async function readTexts(client: pg.ClientBase): Promise<Text[]> {
  const read = async (sql: string) => (await client.query<Text>(sql)).rows;
  const posts = (condition: string, most: number) =>
    read(`SELECT posts.id, 'post' AS kind, user_id AS author, content, language
      FROM posts JOIN users ON users.id = user_id WHERE content <> '' AND ${condition}
      ORDER BY posts.created_at DESC, posts.id LIMIT ${most}`);
  const marked = await posts("marks <> '{}'", mostCases);
  const comments = await read(
    `SELECT comments.id, 'comment' AS kind, user_id AS author, content, language
     FROM comments JOIN users ON users.id = user_id
     ORDER BY comments.created_at DESC, comments.id LIMIT ${mostCases / 6}`,
  );
  const others = await posts("marks = '{}'", mostCases * 4);
  const count = Math.min(mostCases, Math.floor((marked.length + others.length + comments.length) / 4));
  return Array.from({ length: count }, (_, index) => {
    if (index % 6 === 5 && comments.length > 0) return comments.shift();
    const fits = (text: Text) => !isAppealed(stateOf(index)) || !isInDanger(reasonFor(text));
    const place = index % 2 === 0 ? marked.findIndex(fits) : -1;
    return place < 0 ? others.shift() : marked.splice(place, 1)[0];
  }).filter((text) => text !== undefined);
}

/** The reason that fits the marks of a text; undefined without one. */
function reasonFor({ content }: Text) {
  const [mark] = marksOf(placesIn(content));
  return mark && reasonOf[mark];
}

/** The outcomes of decided cases of people in danger, in turn. */
const outcomes: readonly [CrisisOutcome, reason: string][] = [
  ['message_sent', ''],
  ['outside_help', 'She named a time and a place, and did not answer.'],
  ['help_shown', ''],
  ['no_danger', 'She quotes the words of a song.'],
  ['not_alone', ''],
  ['handed_over', ''],
];

const isInDanger = (reason: ReportReason | undefined) =>
  reason !== undefined && reportReasons[reason].lane === 'crisis';

function statementOf(verdict: Verdict, reason: ReportReason, language: StatementLanguage, until: string | null) {
  const fits = templateTexts.filter((one) => one.purpose === verdict);
  const template = until === null ? fits[0] : (fits.find(({ english }) => english.includes('{until}')) ?? fits[0]);
  const rule = ruleTexts[ruleOf(reason) - 1];
  const text = template?.[language] || template?.english || '';
  const filled = blanksIn(text).reduce((whole, blank) => whole.replace(blank, '…'), text);
  return fillStatement(filled, { rule: rule?.[language] || rule?.english || '', until, language });
}

/** Fills the area with cases in all states, each in the language of its person, unless there is one. */
export async function loadCases(client: pg.ClientBase, { today, staffId }: Demo) {
  const { rowCount } = await client.query('SELECT FROM cases LIMIT 1');
  if (rowCount !== 0) return;
  const random = seededRandom('cases');
  const ids = seededIds('moderation');
  const { rows: people } = await client.query<{ id: string }>(
    'SELECT id FROM users ORDER BY created_at DESC, id LIMIT 400',
  );
  const rows = { cases: [] as object[], reports: [] as object[], snapshots: [] as object[], decisions: [] as object[] };
  const hidden = { post: [] as string[], comment: [] as string[] };
  let row = 0;
  let ended = 0;
  for (const [index, text] of (await readTexts(client)).entries()) {
    const reason = reasonFor(text) ?? random.pick(anyReason);
    const life = isAppealed(stateOf(index)) && isInDanger(reason) ? 'decided' : stateOf(index);
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
    for (const mark of marksOf(placesIn(text.content)).filter((one) => caseMarks.some((known) => known === one)))
      rows.reports.push({ id: ids(reported, row++), case_id: caseId, mark, reason, note: '', at: time(0) });
    if (life === 'gone') continue;
    rows.snapshots.push({ id: ids(reported, row++), case_id: caseId, content: text.content, at: time(0) });
    if (isWaiting) continue;
    const isBroken = life !== 'decided' || random.chance(0.6);
    const [outcome, why] = (isInDanger(reason) && outcomes[ended++ % outcomes.length]) || [null, ''];
    const isHelped = outcome !== null && outcome !== 'no_danger';
    const isWithin = outcome === 'no_danger' || !isBroken;
    const verdict: Verdict = isHelped ? 'needs_help' : isWithin ? 'within_rules' : 'breaks_rules';
    const language = text.language ?? 'english';
    const sanction = verdict === 'breaks_rules' && index % 3 === 0 ? 'mute' : 'none';
    const until = sanction === 'mute' ? time(4 * hour + 7 * day) : null;
    const isHidden = verdict === 'breaks_rules' && life !== 'overturned';
    if (isHidden) hidden[text.kind].push(text.id);
    const acts = verdict === 'breaks_rules';
    const hasAppeal = acts && isAppealed(life);
    rows.decisions.push({
      id: ids(reported, row++),
      case_id: caseId,
      person_id: text.author,
      at: time(4 * hour),
      staff_id: staffId,
      verdict,
      crisis_outcome: outcome,
      rule: acts ? (ruleTexts[ruleOf(reason) - 1]?.title ?? '') : '',
      hidden_posts: acts && text.kind === 'post' ? [text.id] : [],
      hidden_comments: acts && text.kind === 'comment' ? [text.id] : [],
      hide: acts,
      hide_others: false,
      erase: false,
      sanction,
      until,
      reason: why,
      statement: verdict === 'within_rules' ? '' : statementOf(verdict, reason, language, until),
      language,
      case_reason: reason,
      waited: (4 * hour) / 1000,
      told_at: time(4 * hour + 60_000),
      appealed_at: hasAppeal ? time(day) : null,
      appeal: hasAppeal ? random.pick(appeals) : '',
      outcome: hasAppeal && life !== 'appealed' ? life : null,
      answer: hasAppeal && life !== 'appealed' ? 'We have looked at this again.' : '',
      answered_at: hasAppeal && life !== 'appealed' ? time(day + 3 * hour) : null,
      answered_by: null,
      hour: 0,
    });
  }
  for (const all of [rows, await contentCases(client, { today, staffId }, people)])
    for (const [table, some] of Object.entries(all)) await insert(client, table, some);
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

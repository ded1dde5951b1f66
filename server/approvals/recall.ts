import { isDeepStrictEqual } from 'node:util';
import { asc, gt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { fieldsNumber, reviewedFields } from '#contract/approvals.ts';
import { areaRoles } from '#contract/areas.ts';
import { kinds } from '#contract/kinds.ts';
import type { RecallReason, RecallText, recallApi } from '#contract/recall.ts';
import { fieldsOfReviewed } from '#contract/reviewed-contracts.ts';
import { sourceKey } from '#contract/source-key.ts';
import { findsSentence, hasSentences } from '#contract/sentence.ts';
import { setRequests } from '#server/approvals/request-handlers.ts';
import { reviewedEntities, subjectOf } from '#server/approvals/records.ts';
import { notConfirmed } from '#server/auth/guard.ts';
import { turns } from '#server/concurrency/turns.ts';
import { readNow } from '#server/database/read-now.ts';
import { fieldsOf, shownAt } from '#server/editions/publish.ts';
import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import type { Context } from '#server/http/context.ts';
import { Failure, invalid, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { type UnapprovedWords, comesAt, isShownNow, storedIds, unapprovedWords } from '#server/records/approved.ts';
import { nothingChanged } from '#server/records/failures.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { addEditions, ruleOf } from '#server/records/pins.ts';
import { findRow, isOneOf, lockRows, updateRow } from '#server/records/rows.ts';
import { checkedChanges, imagesNamed, lockImagesOf } from '#server/records/rules.ts';
import { approvals, editions } from '#server/records/tables.ts';
import { storeMany } from '#server/records/update.ts';

type Fields = Record<string, unknown>;
type Sentence = ReturnType<typeof findsSentence>;

/** A text with its words: those that are saved, and those that the app shows or will show. */
type Text = { entity: EntityKind; row: Snapshot; words: Fields[] };

/** A text that a recall concerns. */
type Found = Text & { reasons: RecallReason[]; isShown: boolean; comesAt: string | null };

/** The number of texts that are read at once. */
const portion = 200;

/** The fields of a kind that can have a sentence. */
const wordedFields = (kind: ReviewedKind) =>
  reviewedFields[kind].flatMap((name: string) => {
    const field = fieldsOfReviewed[kind][name];
    return field && hasSentences(name, field) ? [[name, field] as const] : [];
  });

const hasSentence = (finds: Sentence, { kind }: EntityKind, words: Fields) =>
  wordedFields(kind as ReviewedKind).some(([name, field]) => finds.isIn(field, words[name]));

/** The edition of a row that the app will show; null when none is scheduled. */
const nextOf = (row: Snapshot, now: string) => (row.next === shownAt(row, now) ? null : (row.next as string | null));

/** The editions of a row that the app shows or will show. */
const pinsOf = (row: Snapshot, now: string) => [shownAt(row, now), nextOf(row, now)].filter((id) => id !== null);

/** The words of these editions, by their ids. */
async function wordsOfEditions(db: NodePgDatabase, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Fields>();
  const rows = await db
    .select({ id: editions.id, words: editions.words })
    .from(editions)
    .where(isOneOf(editions.id, ids));
  return new Map(rows.map(({ id, words }) => [id, words]));
}

async function textsOf(
  db: NodePgDatabase,
  entity: EntityKind,
  rows: readonly Snapshot[],
  now: string,
): Promise<Text[]> {
  const stored = await wordsOfEditions(
    db,
    rows.flatMap((row) => pinsOf(row, now)),
  );
  return rows.map((row) => {
    const published = pinsOf(row, now).map((id) => Object.assign({}, row, fieldsOf(entity, stored.get(id) ?? {})));
    return { entity, row, words: [row, ...published] };
  });
}

/** All texts of a kind, a portion at a time. */
async function* allTexts(db: NodePgDatabase, entity: EntityKind, now: string) {
  const { id } = entity.table;
  let after: string | undefined;
  do {
    const rows = (await db
      .select()
      .from(entity.table)
      .where(after === undefined ? undefined : gt(id, after))
      .orderBy(asc(id))
      .limit(portion)) as Snapshot[];
    yield* await textsOf(db, entity, rows, now);
    after = rows.length < portion ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}

/** The keys of the sources that a text cites. */
const sourcesOf = ({ words }: Text) =>
  new Set(words.flatMap(({ citations }) => (citations as string[]).map((one) => sourceKey(one))));

const picturesOf = ({ entity, words }: Text) =>
  new Set(
    imagesNamed(entity, words)
      .map(([, address]) => address as string)
      .filter((address) => address !== ''),
  );

const shares = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].some((value) => other.has(value));

type Asked = { kind: ReviewedKind; id: string; sentence: string };

/** The texts that a recall concerns, in the order of their kinds. Throws 404, and 422 when the text lacks the sentence. */
async function findRecalled(history: History, db: NodePgDatabase, { kind, id, sentence }: Asked) {
  const now = await readNow(db);
  const finds = findsSentence(sentence);
  const row = await findRow(history.kindOf(kind), db, id);
  if (!row) throw notFound(kinds[kind].one);
  const [origin] = await textsOf(db, history.kindOf(kind), [row], now);
  if (!origin?.words.some((words) => hasSentence(finds, origin.entity, words)))
    throw invalid([{ path: 'sentence', message: 'This text does not have this sentence' }]);
  const [sources, pictures] = [sourcesOf(origin), picturesOf(origin)];
  const turn = turns();
  const found: Found[] = [];
  for (const entity of reviewedEntities(history)) {
    for await (const text of allTexts(db, entity, now)) {
      const reasons: RecallReason[] = [];
      if (text.words.some((words) => hasSentence(finds, entity, words))) reasons.push('sentence');
      if (text.row.id !== id && shares(sources, sourcesOf(text))) reasons.push('source');
      if (text.row.id !== id && shares(pictures, picturesOf(text))) reasons.push('picture');
      const { row } = text;
      const shown = { isShown: isShownNow(entity, row, now), comesAt: comesAt(entity, row, now) };
      if (reasons.length > 0) found.push({ ...text, reasons, ...shown });
      await turn();
    }
  }
  return found;
}

const isRecalled = ({ reasons }: Found) => reasons.includes('sentence');
const idOf = ({ row }: Text) => row.id;

const listed = ({ entity, row, reasons, isShown, comesAt }: Found): RecallText => ({
  kind: entity.kind as ReviewedKind,
  id: row.id,
  version: row.version,
  label: entity.label(row),
  isShown,
  comesAt,
  reasons,
});

const changedSince = (ids: string[]) =>
  new Failure(
    409,
    'changed_since',
    `The texts with this sentence have changed since they were listed. Look at the list again. ${nothingChanged}`,
    { ids },
  );

function cannotReplace(texts: readonly Text[]) {
  const labels = texts.map(({ entity, row }) => `“${entity.label(row)}”`);
  const named = new Intl.ListFormat('en').format(
    labels.length > 3 ? [...labels.slice(0, 3), `${labels.length - 3} more`] : labels,
  );
  const detail = `The new words do not fit in ${named}: a field would be empty or too long. Take the texts out of the app instead.`;
  return new Failure(409, 'cannot_replace', `${detail} ${nothingChanged}`, { ids: texts.map(idOf) });
}

/** The fields with the sentence, with other words in its place. Undefined when the sentence would not go. */
function replaced(finds: Sentence, entity: EntityKind, words: Fields, replacement: string): Fields | undefined {
  const changed = wordedFields(entity.kind as ReviewedKind).flatMap(([name, field]) => {
    const value = finds.replaceIn(field, words[name], replacement);
    return isDeepStrictEqual(value, words[name]) ? [] : [[name, value] as const];
  });
  const fields = Object.fromEntries(changed);
  return hasSentence(finds, entity, { ...words, ...fields }) ? undefined : fields;
}

/** The replaced fields as they should be stored. Undefined when a rule refuses them. */
function checkedReplacement(finds: Sentence, entity: EntityKind, words: Snapshot, replacement: string) {
  const fields = replaced(finds, entity, words, replacement);
  try {
    return fields && checkedChanges(entity, words, fields);
  } catch (error) {
    if (error instanceof Failure && error.status === 422) return undefined;
    throw error;
  }
}

/**
 * Replaces a sentence in a text: in its saved words, in those that the app shows, and in those that it will show. What
 * else is saved and not yet published stays so. Returns false when a rule refuses the words.
 */
async function replaceIn(change: Change, { entity, row }: Text, finds: Sentence, replacement: string) {
  const { now } = await ruleOf(change, entity);
  const own = checkedReplacement(finds, entity, row, replacement);
  if (!own) return false;
  const [shown, next] = [shownAt(row, now), nextOf(row, now)];
  const stored = await wordsOfEditions(change.tx, pinsOf(row, now));
  const pins: Fields = { shown, next, nextFrom: next === null ? null : row.nextFrom };
  let isPublished = false;
  for (const [pin, edition, showFrom] of [
    ['shown', shown, now],
    ['next', next, String(row.nextFrom)],
  ] as const) {
    if (edition === null) continue;
    const words: Snapshot = { ...row, ...fieldsOf(entity, stored.get(edition) ?? {}) };
    const fields = checkedReplacement(finds, entity, words, replacement);
    if (!fields) return false;
    if (Object.keys(fields).length === 0) continue;
    isPublished = true;
    const made = { row: { ...words, ...fields }, version: row.version + 1, showFrom };
    [pins[pin]] = await addEditions(change, entity, [made]);
  }
  await lockImagesOf(change, entity, [own]);
  const after = await updateRow(entity, change, { stored: row, fields: isPublished ? { ...own, ...pins } : own });
  change.recordRevision(entity, row, after);
  return true;
}

const needsAdministrator = (missing: readonly UnapprovedWords[]) =>
  new Failure(
    409,
    'not_approved',
    'New words need an approval here. An administrator can replace or remove the sentence now, with a reason; you can ' +
      `take the texts out of the app. ${nothingChanged}`,
    { ids: storedIds(missing) },
  );

/**
 * Exempts the words that a recall brings into the app, where they need an approval: an administrator does this in an
 * emergency, with the reason of the recall. Returns of how many texts.
 */
async function exemptWords(change: Change, { staff, request }: Context, reason: string) {
  const missing = await unapprovedWords(change);
  if (missing.length === 0) return 0;
  if (!areaRoles.staff.change.includes(staff.role)) throw needsAdministrator(missing);
  if (!request.session?.confirmed) throw notConfirmed();
  const { id: byId, name, qualification } = staff;
  await change.tx.insert(approvals).values(
    missing.map(({ entity: { kind }, id: recordId, words }) => ({
      recordId,
      kind,
      words,
      fields: fieldsNumber,
      act: 'exempt' as const,
      byId,
      name,
      qualification,
      note: reason,
    })),
  );
  return storedIds(missing).length;
}

/** Takes these texts out of the app. Returns how many were in it. */
async function takeOut(change: Change, texts: readonly Text[]) {
  let count = 0;
  for (const entity of new Set(texts.map((text) => text.entity))) {
    const ids = texts.filter((text) => text.entity === entity).map(idOf);
    count += (await storeMany(change, entity, ids, () => ({ [entity.flag ?? '']: false }))).length;
  }
  return count;
}

/** The handlers for recalls of a sentence. */
export const recallHandlers = (history: History): Handlers<(typeof recallApi)['recall']> => ({
  find: async (asked) => ({ texts: (await findRecalled(history, history.db, asked)).map(listed) }),

  act: ({ kind, id, sentence, replacement, reason, related, seen }, context) =>
    history.change(context, async (change) => {
      const { tx } = change;
      const finds = findsSentence(sentence);
      if (replacement !== null && finds.isIn({ type: 'text' }, replacement))
        throw invalid([{ path: 'replacement', message: 'The new words have the sentence that they replace' }]);
      // Running saves end first, and no text gets the sentence until the end.
      for (const { table } of reviewedEntities(history)) await tx.execute(sql`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      const found = await findRecalled(history, tx, { kind, id, sentence });
      const recalled = found.filter(isRecalled);
      const versions = new Map(seen.map((one) => [one.id, one.version]));
      const other = recalled.filter(({ row }) => versions.get(row.id) !== row.version);
      if (other.length > 0 || versions.size > recalled.length) throw changedSince(other.map(idOf));
      for (const { entity, row } of recalled) await lockRows(entity, tx, [row.id]);
      let changed = recalled.length;
      if (replacement === null) changed = await takeOut(change, recalled);
      else {
        const refused: Text[] = [];
        for (const text of recalled) if (!(await replaceIn(change, text, finds, replacement))) refused.push(text);
        if (refused.length > 0) throw cannotReplace(refused);
      }
      const exempt = await exemptWords(change, context, reason);
      const asked = related ? found : recalled;
      const note = `The sentence ‘${sentence}’ was recalled: ${reason}`;
      for (const entity of new Set(asked.map((text) => text.entity))) {
        const ids = asked.filter((text) => text.entity === entity).map(idOf);
        const request = { state: 'open', askedBy: context.staff.id, ofId: null, dueOn: null, note } as const;
        await setRequests(tx, entity, ids, request, change.id);
      }
      const origin = recalled.filter(({ row }) => row.id === id).map(({ row }) => row);
      change.about({
        action: 'recall',
        ...subjectOf(history.kindOf(kind), origin),
        count: recalled.length,
        details: exempt > 0 ? 'exempt from approval' : '',
      });
      return { changed, asked: asked.length, exempt };
    }),
});

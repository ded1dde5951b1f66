import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { sourceKey } from '#contract/source-key.ts';
import { type SourceMark, type sourcesApi, sourceStates } from '#contract/sources.ts';
import { setRequests } from '#server/approvals/request-handlers.ts';
import { staff } from '#server/auth/tables.ts';
import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import type { Handlers } from '#server/http/mount.ts';
import { reviewRequests } from '#server/records/tables.ts';
import { type Cited, citedRows } from '#server/sources/cited.ts';
import { sourceMarks } from '#server/sources/tables.ts';

/** The kinds of texts, by their ids. */
type Texts = ReadonlyMap<string, ReviewedKind>;

/** The maximum number of remembered keys. */
const maxKnown = 50_000;
const known = new Map<string, string>();

/** The key of a citation. Most citations are the same as in the last call. */
function keyOf(citation: string) {
  const found = known.get(citation);
  if (found !== undefined) return found;
  if (known.size >= maxKnown) known.clear();
  const key = sourceKey(citation);
  known.set(citation, key);
  return key;
}

const isOf = (key: string) => eq(sourceMarks.hash, hashOf(key));
const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** All citations of texts, with their keys. */
async function readCited(db: NodePgDatabase) {
  const { rows } = await db.execute<Cited>(citedRows);
  return rows.map((row) => Object.assign(row, { key: keyOf(row.citation) }));
}

/** The texts that cite a source, with their kinds. */
const citingTexts = async (db: NodePgDatabase, key: string) =>
  new Map((await readCited(db)).filter((one) => one.key === key).map(({ id, kind }) => [id, kind]));

/** Asks any clinician for a review of these texts. One that is asked for already stays as it is. */
async function askForReviews({ kindOf }: History, { tx, staff: { id: askedBy } }: Change, texts: Texts, note: string) {
  for (const kind of new Set(texts.values())) {
    const ids = [...texts].flatMap(([id, of]) => (of === kind ? [id] : []));
    const asked = await tx
      .select({ id: reviewRequests.recordId })
      .from(reviewRequests)
      .where(and(inArray(reviewRequests.recordId, ids), eq(reviewRequests.state, 'open')));
    const open = new Set(asked.map(({ id }) => id));
    const others = ids.filter((id) => !open.has(id));
    await setRequests(tx, kindOf(kind), others, { state: 'open', askedBy, ofId: null, dueOn: null, note });
  }
}

/** The marks of these sources, or of all, by their keys. */
async function readMarks(db: NodePgDatabase, key?: string): Promise<Map<string, SourceMark>> {
  const rows = await db
    .select({ mark: sourceMarks, name: staff.name })
    .from(sourceMarks)
    .leftJoin(staff, eq(staff.id, sourceMarks.markedBy))
    .where(key === undefined ? undefined : isOf(key));
  return new Map(
    rows.map(({ mark: { key: of, state, note, markedBy, markedAt }, name }) => {
      const by = markedBy === null || name === null ? null : { id: markedBy, name };
      return [of, { state, note, markedBy: by, markedAt }];
    }),
  );
}

/** The texts in the order of their kinds and titles. */
async function readTexts(history: History, ids: Texts) {
  const texts: { kind: ReviewedKind; id: string; title: string }[] = [];
  for (const kind of new Set(ids.values())) {
    const entity = history.kindOf(kind);
    const own = [...ids].flatMap(([id, of]) => (of === kind ? [id] : []));
    const rows = await history.db.select().from(entity.table).where(inArray(entity.table.id, own));
    const titled = rows.map((row) => ({ kind, id: String(row.id), title: entity.label(row as never) }));
    texts.push(...titled.toSorted((one, other) => one.title.localeCompare(other.title, 'en')));
  }
  return texts;
}

export const sourceHandlers = (history: History): Handlers<(typeof sourcesApi)['sources']> => ({
  async list({ marked }) {
    const marks = await readMarks(history.db);
    const sources = new Map<string, { citation: string; ids: Set<string> }>();
    for (const { key, id, citation } of await readCited(history.db)) {
      if (marked !== undefined && !marks.has(key)) continue;
      const source = sources.get(key) ?? { citation, ids: new Set() };
      // The longest citation says most.
      if (citation.length > source.citation.length) source.citation = citation;
      source.ids.add(id);
      sources.set(key, source);
    }
    const listed = [...sources].map(([key, { citation, ids }]) => ({
      key,
      citation,
      texts: ids.size,
      mark: marks.get(key) ?? null,
    }));
    return { sources: listed.toSorted((one, other) => other.texts - one.texts || (one.key < other.key ? -1 : 1)) };
  },

  async uses({ key }) {
    return {
      mark: (await readMarks(history.db, key)).get(key) ?? null,
      texts: await readTexts(history, await citingTexts(history.db, key)),
    };
  },

  mark: ({ key, state, note }, context) =>
    history.change(context, async (change) => {
      const { tx } = change;
      const entry = { area: 'lady-due', kind: 'source', label: key } as const;
      if (state === null) {
        const [gone] = await tx.delete(sourceMarks).where(isOf(key)).returning();
        if (gone) change.about({ ...entry, action: 'unmark-source', entityId: gone.id });
      } else {
        const earlier = (await readMarks(tx, key)).get(key);
        const values = { state, note, markedBy: context.staff.id, markedAt: sql`now()` };
        const [stored] = await tx
          .insert(sourceMarks)
          .values({ key, hash: hashOf(key), ...values })
          .onConflictDoUpdate({ target: sourceMarks.hash, set: values })
          .returning();
        const details = `as ${sourceStates[state].toLowerCase()}${note && `: ${note}`}`;
        change.about({ ...entry, action: 'mark-source', entityId: stored?.id ?? null, details });
        if (earlier?.state !== state) {
          const because = `${sourceStates[state]} source: ${key}${note && `. ${note}`}`;
          await askForReviews(history, change, await citingTexts(tx, key), because);
        }
      }
      return { mark: (await readMarks(tx, key)).get(key) ?? null };
    }),
});

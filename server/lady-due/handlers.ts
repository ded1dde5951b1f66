import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { failures } from '#contract/errors.ts';
import type { Kind } from '#contract/kinds.ts';
import { type ImportReport, TrackingMode, fileVersion } from '#contract/lady-due.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { fillTexts } from '#contract/placeholders.ts';
import type { Change } from '#server/history/change.ts';
import { lockEntity } from '#server/records/conflicts.ts';
import { crud } from '#server/history/crud.ts';
import type { KeptTable, KindOf } from '#server/records/kind.ts';
import type { Services } from '#server/feature.ts';
import { lockForUpdate } from '#server/records/order.ts';
import { type Readable, readChanged, readEntity } from '#server/records/reads.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { cached } from '#server/http/cached.ts';
import type { Context } from '#server/http/context.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { readLadyDueAnalytics } from '#server/lady-due/analytics.ts';
import { changeCards } from '#server/lady-due/bulk.ts';
import { createDefaultContent } from '#server/lady-due/default-content.ts';
import { readNow } from '#server/database/read-now.ts';
import { duplicate } from '#server/lady-due/duplicate.ts';
import { importRecords } from '#server/lady-due/import.ts';
import { readFile } from '#server/lady-due/import-file.ts';
import { cardKind, categoryKind, sectionKind } from '#server/lady-due/kinds.ts';
import { countFound } from '#server/lady-due/search.ts';
import { type PublishState, type SentPublishState, asDraft, publishStateOf } from '#server/lady-due/publish.ts';
import type { cards as cardTable } from '#server/lady-due/tables.ts';
import { findNextScheduled, listTree, readTree } from '#server/lady-due/tree.ts';

const area = 'lady-due';
type OfMode = { trackingMode: TrackingMode };

const says = ({ publishStatus, publishedAt }: SentPublishState) =>
  publishStatus !== undefined || publishedAt !== undefined;

/** The child kind of the record or mode with this id. Throws 404 when it does not exist. */
async function childKindOf(db: NodePgDatabase, parentId: string) {
  if (TrackingMode.safeParse(parentId).success) return categoryKind;
  const { rows } = await db.execute<{ held: Kind }>(sql`
    SELECT 'section' AS held FROM categories WHERE id = ${parentId}::uuid
    UNION ALL SELECT 'card' FROM sections WHERE id = ${parentId}::uuid`);
  if (!rows[0]) throw notFound('category or section');
  return rows[0].held === 'section' ? sectionKind : cardKind;
}

type Api = Pick<typeof api, 'categories' | 'sections' | 'cards' | 'ladyDue'>;

export function ladyDueHandlers({ history, publicUrl, placeholders }: Services): {
  [Name in keyof Api]: Handlers<Api[Name]>;
} {
  const { db } = history;

  /** The handlers of every kind, without lists. */
  function handlersOf<T extends KeptTable, K extends Kind>(entity: KindOf<T, K>) {
    const { create, update, remove } = crud(history, entity, { publicUrl });
    const read = async (tx: NodePgDatabase, id: string) => (await readEntity(entity, tx, id)) as Readable<T>;
    const copy = ({ id, parentId }: { id: string; parentId?: string | undefined }, context: Context) =>
      history.change(context, async (change) => read(change.tx, await duplicate(change, entity, id, parentId)));
    return { create, update, remove, read, duplicate: copy };
  }
  const { read: _, ...categories } = handlersOf(categoryKind);
  const { read: __, ...sections } = handlersOf(sectionKind);
  const { read, ...cards } = handlersOf(cardKind);

  /** A card as a change left it. A scheduled card may have been published since. */
  const answer = async (change: Change, row: Snapshot) =>
    (await (row.publishStatus === 'scheduled'
      ? read(change.tx, row.id)
      : readChanged(change, cardKind, row))) as Readable<typeof cardTable>;

  /** The status of a stored card after a change that includes it. */
  async function publishing(change: Change, id: string, sent: SentPublishState): Promise<Partial<PublishState>> {
    if (!says(sent)) return {};
    await lockForUpdate(change, cardKind, id, sent);
    const stored = (await lockEntity(change, cardKind, id)) as unknown as PublishState;
    return publishStateOf(sent, stored, await readNow(change.tx));
  }

  /** The content of a mode that the app shows now. */
  async function readShown({ trackingMode }: OfMode, from = db) {
    const { now, categories: tree } = await readTree(from, trackingMode);
    return contentShownAt(trackingMode, tree, now, publicUrl);
  }
  const part = ({ trackingMode }: Partial<OfMode>) => trackingMode;
  const validUntil = ({ trackingMode }: Partial<OfMode>, from = db) => findNextScheduled(from, trackingMode);

  return {
    categories: {
      ...categories,
      list: cached({
        areas: [area, 'staff'],
        part,
        validUntil,
        read: async ({ trackingMode }) => ({ categories: (await readTree(db, trackingMode)).categories }),
      }),
    },

    sections,

    cards: {
      ...cards,

      create: (sent, context) =>
        history.change(context, async (change) => {
          const isDraft = sent.publishStatus === 'draft';
          const publish = isDraft ? asDraft : publishStateOf(sent, asDraft, await readNow(change.tx));
          return answer(change, await change.create(cardKind, { ...sent, ...publish }));
        }),

      update: ({ id, ...fields }, context) =>
        history.change(context, async (change) => {
          const sent = fields as SentPublishState;
          return answer(
            change,
            await change.update(cardKind, id, { ...sent, ...(await publishing(change, id, sent)) }),
          );
        }),

      bulk: (input, context) => history.change(context, (change) => changeCards(change, input)),
    },

    ladyDue: {
      order: ({ parentId, ids, movedId }, context) =>
        history.change(context, async (change) =>
          change.putInOrder(await childKindOf(change.tx, parentId), ids, parentId, movedId),
        ),

      analytics: ({ trackingMode }) => readLadyDueAnalytics(db, trackingMode),

      search: async (input) => ({ modes: await countFound(db, input) }),

      async export({ trackingMode }) {
        const { now, categories: tree } = await readTree(db, trackingMode);
        return { version: fileVersion, exportedAt: now, trackingMode, categories: tree };
      },

      preview: cached({
        areas: [area],
        part,
        validUntil,
        read: async (input: OfMode) => fillTexts(await readShown(input), placeholders),
      }),
      published: cached({ areas: [area], part, validUntil, read: readShown }),

      createDefault({ trackingMode }, context) {
        const mode = TrackingMode.safeParse(trackingMode).data;
        if (!mode) throw new Failure(404, 'not_found', failures.content.noDefault);
        return history.change(context, async (change) => {
          await createDefaultContent(change, mode);
          return { categories: await listTree(change.tx, mode) };
        });
      },

      async import({ file, trackingMode, strategy, dryRun }, context) {
        const records = await readFile(file, await readNow(db));
        let report: ImportReport | undefined;
        // A dry run is the import itself, which is rolled back.
        const dry = new Error('A dry run');
        const work = async (change: Change) => {
          report = await importRecords(change, { records, trackingMode, strategy });
          if (dryRun) throw dry;
          return report;
        };
        return history.change(context, work).catch((error: unknown) => {
          if (error === dry && report) return report;
          throw error;
        });
      },
    },
  };
}

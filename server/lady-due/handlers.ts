import type { api } from '#contract/api.ts';
import { failures } from '#contract/errors.ts';
import type { Kind } from '#contract/kinds.ts';
import { TrackingMode, fileVersion } from '#contract/lady-due.ts';
import { editionHandlers } from '#server/editions/handlers.ts';
import { crud } from '#server/history/crud.ts';
import type { KeptTable, KindOf } from '#server/records/kind.ts';
import type { Services } from '#server/feature.ts';
import { readChanged } from '#server/records/reads.ts';
import { cached } from '#server/http/responses/cached.ts';
import type { Context } from '#server/http/context.ts';
import { Failure } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { readLadyDueAnalytics } from '#server/lady-due/analytics.ts';
import { changeCards } from '#server/lady-due/bulk.ts';
import { createDefaultContent } from '#server/lady-due/default-content.ts';
import { duplicate } from '#server/lady-due/duplicate.ts';
import { importFile } from '#server/lady-due/import.ts';
import { cardKind, categoryKind, sectionKind } from '#server/lady-due/kinds.ts';
import { countFound } from '#server/lady-due/search.ts';
import { makePreviewLink } from '#server/lady-due/preview-links.ts';
import {
  childKindOf,
  findNextScheduled,
  listAuthors,
  listTree,
  readShownJson,
  readTree,
  readTreeJson,
} from '#server/lady-due/tree.ts';

type OfMode = { trackingMode: TrackingMode };
type AtTime = { at?: string | undefined };

type Api = Pick<typeof api, 'categories' | 'sections' | 'cards' | 'ladyDue' | 'ladyDuePreview'>;

export function ladyDueHandlers({ history, publicUrl, placeholders }: Services): {
  [Name in keyof Api]: Handlers<Api[Name]>;
} {
  const { db } = history;

  /** The handlers of every kind, and copying. */
  const handlersOf = <T extends KeptTable, K extends Kind>(entity: KindOf<T, K>) => ({
    ...crud(history, entity, { publicUrl }),
    duplicate: ({ id, parentId }: { id: string; parentId?: string | undefined }, context: Context) =>
      history.change(context, async (change) =>
        readChanged(change, entity, await duplicate(change, entity, id, parentId)),
      ),
  });

  const readShown = ({ trackingMode, at }: OfMode & AtTime, from = db) =>
    readShownJson(from, trackingMode, { publicUrl, placeholders, at });
  /** The content of a mode changes with its version, and when a scheduled card is due. */
  const ofMode = {
    areas: ['lady-due'],
    part: ({ trackingMode }: Partial<OfMode>) => trackingMode,
    validUntil: ({ trackingMode }: Partial<OfMode>, from = db) => findNextScheduled(from, trackingMode),
  };

  return {
    categories: {
      ...handlersOf(categoryKind),
      list: cached({
        ...ofMode,
        areas: [...ofMode.areas, 'staff'],
        read: ({ trackingMode }) => readTreeJson(db, trackingMode),
      }),
    },

    sections: handlersOf(sectionKind),

    cards: {
      ...handlersOf(cardKind),
      ...editionHandlers(history, cardKind),
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
        const { now, categories } = await readTree(db, trackingMode);
        return { version: fileVersion, exportedAt: now, trackingMode, categories };
      },

      preview: cached({
        ...ofMode,
        areas: [...ofMode.areas, 'approvals'],
        read: (input: OfMode & AtTime) => readShown(input),
        validUntil: async ({ trackingMode, at }: OfMode & AtTime) =>
          at === undefined ? findNextScheduled(db, trackingMode) : null,
      }),
      published: cached({
        ...ofMode,
        areas: [...ofMode.areas, 'approvals'],
        read: (input: OfMode, from) => readShown(input, from),
      }),

      createDefault({ trackingMode }, context) {
        const mode = TrackingMode.safeParse(trackingMode).data;
        if (!mode) throw new Failure(404, 'not_found', failures.content.noDefault);
        return history.change(context, async (change) => {
          await createDefaultContent(change, mode);
          return { categories: await listTree(change.tx, mode) };
        });
      },

      import: (input, context) => importFile(history, context, input),
    },

    ladyDuePreview: {
      createLink: (input, { staff }) => makePreviewLink(db, input, staff.id),
      publishedBy: async ({ trackingMode, at }) => ({ cards: await listAuthors(db, trackingMode, at) }),
    },
  };
}

import { count, eq } from 'drizzle-orm';
import { failures } from '#contract/errors.ts';
import { type TrackingMode, cardFields } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import type { Change } from '#server/history/change.ts';
import { lockOrder } from '#server/records/order.ts';
import { Failure } from '#server/http/failure.ts';
import { defaultTexts } from '#server/lady-due/default-texts.ts';
import { cardKind, categoryKind, sectionKind } from '#server/lady-due/kinds.ts';
import { categories } from '#server/lady-due/tables.ts';

/** Fills a mode with its default content, as drafts. Throws 409 when the mode has a category. */
export async function createDefaultContent(change: Change, trackingMode: TrackingMode) {
  // Of several simultaneous calls, all but the first wait here and then find its category.
  await lockOrder(change, categoryKind, trackingMode);
  const [found] = await change.tx
    .select({ n: count() })
    .from(categories)
    .where(eq(categories.trackingMode, trackingMode));
  if (found && found.n > 0)
    throw new Failure(409, 'already_exists', failures.content.exists(trackingModes[trackingMode]));

  const { name, description, sections } = defaultTexts[trackingMode];
  const made = await change.create(categoryKind, {
    name,
    description,
    trackingMode,
    headerImageUrl: '',
    headerImageAlt: '',
    displayOrder: 0,
  });
  const madeSections = await change.createMany(
    sectionKind,
    sections.map((one, index) => ({
      categoryId: made.id,
      title: one.title,
      description: one.description,
      displayOrder: index + 1,
    })),
  );
  const cards = sections.flatMap((one, at) =>
    one.cards.map(({ text, ...fields }, index) => ({
      ...cardFields.blank,
      ...fields,
      sectionId: madeSections[at]?.id ?? '',
      richContent: text,
      displayOrder: index + 1,
    })),
  );
  await change.createMany(cardKind, cards);
  change.about({ action: 'create', area: categoryKind.area, kind: 'category', entityId: made.id, label: name });
}

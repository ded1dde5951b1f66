import { z } from 'zod';
import { card as cardContract, category as categoryContract, section as sectionContract } from '#contract/lady-due.ts';
import { imagesIn } from '#contract/rich-text.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import { statusNow } from '#server/lady-due/publish.ts';
import { sanitizeRichText } from '#server/lady-due/sanitize.ts';
import { cards, categories, sections } from '#server/lady-due/tables.ts';

export const category = entityKind(categoryContract, categories, { label: ({ name }) => name });

export const section = entityKind(sectionContract, sections, { label: ({ title }) => title });

const asSent = cardContract.fields.richContent.schema;

/** A rich text as it is stored. Sanitising can make it longer, so its length is checked again. */
export const RichContent = asSent.overwrite(sanitizeRichText).pipe(asSent);

export const card = entityKind(cardContract, cards, {
  label: ({ title }) => title,
  fields: z.strictObject({ ...cardContract.Input.shape, richContent: RichContent.default('') }),
  mergeGroups: [['publishStatus', 'publishedAt']],
  images: [{ field: 'richContent', addresses: imagesIn }],
  readAs: { publishStatus: statusNow },
});

import { Text } from '@mantine/core';
import { asSaved } from '#contract/editions.ts';
import { type ShownMode, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { usePlaceholders } from '#web/api/placeholders.ts';
import type { CardValues } from '#web/features/lady-due/kinds.ts';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { RichText } from '#web/rich-text/rich-text.tsx';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import { PhonePage } from '#web/ui/phone-page.tsx';

export type ShownCard = ShownMode['categories'][number]['sections'][number]['cards'][number];

const at = '2026-01-01T00:00:00.000Z';
const kept = { id: '01890a5d-ac96-774b-bcce-b302099a8057', version: 1, createdAt: at, updatedAt: at, createdBy: null };

/** A card as the app will show it, made by the same function that builds the app's response. */
export function faceOf(values: CardValues): ShownCard | undefined {
  const published = {
    ...cardFields.blank,
    ...kept,
    ...asSaved,
    ...values,
    isActive: true,
    publishStatus: 'published',
    publishedAt: at,
    shownUntil: null,
  } as const;
  const sections = [
    { ...sectionFields.blank, ...kept, categoryId: kept.id, cards: [{ ...published, sectionId: kept.id }] },
  ];
  return contentShownAt('PCOS', [{ ...categoryFields.blank, ...kept, sections }], at).categories[0]?.sections[0]
    ?.cards[0];
}

/** In pixels, the width of the drawn phone on a high-density screen. */
const width = 768;

/** An opened card in the app, for a `PhonePreview`: its picture or colour, its text, and its sources. */
export function CardFace({ card }: { card: ShownCard }) {
  const {
    title,
    description,
    content,
    richContent,
    headerImageUrl: image,
    headerImageAlt: alt,
    backgroundColor,
    citations,
  } = usePlaceholders()(card);
  return (
    <PhonePage
      label="The card in the app"
      head="10.25rem"
      colour={backgroundColor}
      picture={isOwnImage(image) && <img src={imageFor(image, width)} alt={alt} />}
      title={title || 'Title'}
      citations={citations}
    >
      {image && !isOwnImage(image) && <ForeignImage address={image} />}
      {description && <Text c="dimmed">{description}</Text>}
      {richContent ? (
        <RichText html={richContent} />
      ) : (
        <Text size="md" style={{ whiteSpace: 'pre-line' }}>
          {content}
        </Text>
      )}
    </PhonePage>
  );
}

/** In pixels, the clear space that the phone keeps above and below. */
const clear = 64;

/** Scrolls a phone with a `CardFace` to a path in its text, if that is out of view; to the top for `''`. */
export function scrollToField(phone: HTMLElement, path: string) {
  const face = phone.querySelector('[data-phone-page]');
  if (!face) return;
  if (path === '') {
    face.scrollTop = 0;
    return;
  }
  let place = face.querySelector('[data-rich-text]');
  for (const at of path.split('.')) place = place?.children[Number(at)] ?? place;
  if (!place) return;
  const [screen, block] = [face.getBoundingClientRect(), place.getBoundingClientRect()];
  const over = block.bottom - (screen.bottom - clear);
  if (block.top < screen.top + clear) face.scrollTop += block.top - screen.top - clear;
  // The start of a block higher than the screen stays in view.
  else if (over > 0) face.scrollTop += Math.min(over, block.top - screen.top - clear);
}

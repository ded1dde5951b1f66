import { ActionIcon, Box, Button, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { memo, useState, type ReactNode } from 'react';
import type { ShownMode } from '#contract/lady-due.ts';
import { CardFace, type ShownCard } from '#web/features/lady-due/card-face.tsx';
import { dateTime } from '#web/lib/dates.ts';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';

/** The publication of each card, by its id. */
type PublishedBy = ReadonlyMap<string, { since: string; by: { name: string } | null }>;

type ModeFaceProps = {
  shown: ShownMode;
  /** For a past time: named beside each card. */
  publishedBy?: PublishedBy;
  /** The framed cards: drafts, and cards that are new at that time. */
  framed: Framed;
};

/** The ids of the framed cards. */
export type Framed = Readonly<Record<'draft' | 'new', ReadonlySet<string>>>;

/** A frame around a card; the app does not have these. */
const frames = {
  draft: { outline: '2px dashed var(--awa-edge)', outlineOffset: 3 },
  new: { outline: '2px dashed var(--awa-scheduled)', outlineOffset: 3 },
} as const;

/** The legend of a frame below the phone. */
export const FrameSign = ({ frame, children }: { frame: keyof typeof frames; children: ReactNode }) => (
  <Group component="span" gap={6} wrap="nowrap" justify="center">
    <Box
      component="span"
      flex="none"
      w="1.5rem"
      h="0.875rem"
      bdrs={4}
      style={{ ...frames[frame], outlineOffset: -2 }}
      aria-hidden="true"
    />
    {children}
  </Group>
);

/** In pixels, the width of the drawn phone on a high-density screen. */
const width = 768;

/** The number of cards rendered at first, and added by each press of the button: thousands would make the page slow. */
const atOnce = 60;

/** The first sections, with their categories, that contain this many cards. */
function firstOf(categories: ShownMode['categories'], limit: number) {
  let left = limit;
  return categories.flatMap((category) => {
    const sections = category.sections.filter(({ cards }) => {
      const fits = left > 0;
      left -= cards.length;
      return fits;
    });
    return sections.length > 0 ? [{ ...category, sections }] : [];
  });
}

type CardButtonProps = {
  card: ShownCard;
  frame: keyof typeof frames | undefined;
  publication: { since: string; by: { name: string } | null } | undefined;
  onOpen: (id: string) => void;
};

/** A card in the list of the app. */
const CardButton = ({ card, frame, publication, onOpen }: CardButtonProps) => (
  <UnstyledButton
    p="0.875rem"
    bdrs={16}
    // The app draws dark text on a card's colour, in any theme.
    bg={card.backgroundColor || 'var(--awa-sunken)'}
    c={card.backgroundColor ? '#2b1b2e' : undefined}
    data-framed={frame}
    style={frame && frames[frame]}
    onClick={() => onOpen(card.id)}
  >
    {frame && (
      <VisuallyHidden>
        {frame === 'draft' ? 'Draft: ' : publication ? 'Different now: ' : 'New by then: '}
      </VisuallyHidden>
    )}
    <Text size="md" fw={600}>
      {card.title}
    </Text>
    <Text lineClamp={3}>{card.description}</Text>
    {publication && (
      <Text size="xs" mt={6}>
        {[publication.by?.name, dateTime(publication.since)].filter(Boolean).join(', ')}
      </Text>
    )}
  </UnstyledButton>
);

/** The content of a mode in the app, for a `PhonePreview`. A card opens as in the app. */
export const ModeFace = memo(function ModeFace({ shown, framed, publishedBy }: ModeFaceProps) {
  const [openId, setOpenId] = useState<string>();
  const [limit, setLimit] = useState(atOnce);
  const categories = firstOf(shown.categories, limit);
  const sectionsOf = (all: ShownMode['categories']) => all.reduce((sum, { sections }) => sum + sections.length, 0);
  const open = shown.categories
    .flatMap(({ sections }) => sections.flatMap(({ cards }) => cards))
    .find(({ id }) => id === openId);
  if (open) {
    return (
      <>
        <CardFace card={open} />
        <ActionIcon
          aria-label="Back to the list"
          pos="absolute"
          top="3rem"
          left="0.75rem"
          bg="var(--awa-surface)"
          bdrs="50%"
          style={{ zIndex: 3 }}
          onClick={() => setOpenId(undefined)}
        >
          <IconChevronLeft size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </>
    );
  }
  return (
    <Stack
      gap="xl"
      h="100%"
      pt="3rem"
      px="lg"
      pb="2.5rem"
      tabIndex={0}
      role="group"
      aria-label="The content in the app"
      style={{ overflowY: 'auto' }}
    >
      {categories.length === 0 && (
        <Text c="dimmed" ta="center" mt="8rem">
          The app has nothing to show here
        </Text>
      )}
      {categories.map(({ id, name, description, headerImageUrl: image, headerImageAlt: alt, sections }) => (
        <Stack key={id} gap="sm">
          <Text fz="1.5rem" lh="1.875rem" fw={600} lts="-0.01em">
            {name}
          </Text>
          {description && <Text c="dimmed">{description}</Text>}
          {isOwnImage(image) && (
            <Box
              component="img"
              src={imageFor(image, width)}
              alt={alt}
              h="6.5rem"
              bdrs={16}
              style={{ objectFit: 'cover' }}
            />
          )}
          {sections.map((section) => (
            <Stack key={section.id} gap="sm" mt="xs">
              <Text size="md" fw={600}>
                {section.title}
              </Text>
              {section.description && (
                <Text size="xs" c="dimmed">
                  {section.description}
                </Text>
              )}
              {section.cards.map((card) => (
                <CardButton
                  key={card.id}
                  card={card}
                  frame={framed.draft.has(card.id) ? 'draft' : framed.new.has(card.id) ? 'new' : undefined}
                  publication={publishedBy?.get(card.id)}
                  onOpen={setOpenId}
                />
              ))}
            </Stack>
          ))}
        </Stack>
      ))}
      {sectionsOf(categories) < sectionsOf(shown.categories) && (
        <Button flex="none" onClick={() => setLimit(limit + atOnce)}>
          Show more
        </Button>
      )}
    </Stack>
  );
});

import { ActionIcon, Badge, Box, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { ShownMode } from '#contract/lady-due.ts';
import { CardFace } from '#web/features/lady-due/card-face.tsx';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';

type ModeFaceProps = {
  shown: ShownMode;
  /** The ids of the cards that are marked as new. */
  added: ReadonlySet<string>;
};

/** In pixels, as wide as a drawn phone on a fine screen. */
const width = 768;

/** The content of a mode in the app, for a `PhonePreview`. A card opens as it does there. */
export function ModeFace({ shown: { categories }, added }: ModeFaceProps) {
  const [openId, setOpenId] = useState<string>();
  const open = categories
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
          style={{ zIndex: 1 }}
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
      {categories.map(({ id, name, description, headerImageUrl: image, sections }) => (
        <Stack key={id} gap="sm">
          <Text fz="1.5rem" lh="1.875rem" fw={600} lts="-0.01em">
            {name}
          </Text>
          {description && <Text c="dimmed">{description}</Text>}
          {isOwnImage(image) && (
            <Box
              component="img"
              src={imageFor(image, width)}
              alt=""
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
                <UnstyledButton
                  key={card.id}
                  p="0.875rem"
                  bdrs={16}
                  // The app draws dark text on the colour of a card, whatever its theme.
                  bg={card.backgroundColor || 'var(--awa-sunken)'}
                  c={card.backgroundColor ? '#2b1b2e' : undefined}
                  onClick={() => setOpenId(card.id)}
                >
                  {added.has(card.id) && (
                    <Badge variant="filled" mb={4}>
                      New by then
                    </Badge>
                  )}
                  <Text size="md" fw={600}>
                    {card.title}
                  </Text>
                  <Text lineClamp={3}>{card.description}</Text>
                </UnstyledButton>
              ))}
            </Stack>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { textOn } from '#web/lib/contrast.ts';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { PhoneHead } from '#web/ui/phone-preview.tsx';

/** False for a partly typed colour. */
const isWhole = (colour: string) => /^#[\da-f]{6}$/i.test(colour);

type PhonePageProps = {
  /** The name for screen readers: `The card in the app`. */
  label: string;
  /** The height of its head. */
  head: string;
  /** The colour of the head while it is typed; `''` for the app's own. */
  colour: string;
  /** Covers the head. */
  picture?: ReactNode;
  /** Above the title, in small letters. */
  over?: string;
  title: string;
  citations?: readonly string[];
  /** The body. */
  children: ReactNode;
};

/** A page of the app with a text, for a `PhonePreview`: its colour or picture, its title, the text, and its sources. */
export const PhonePage = ({ label, head, colour, picture, over, title, citations, children }: PhonePageProps) => (
  <Box h="100%" tabIndex={0} role="group" aria-label={label} data-phone-page style={{ overflowY: 'auto' }}>
    <PhoneHead
      height={head}
      ground={isWhole(colour) ? colour : 'var(--awa-sunken)'}
      ink={picture ? '#ffffff' : isWhole(colour) ? textOn(colour) : 'var(--awa-text)'}
    >
      {picture}
    </PhoneHead>
    <Stack gap="sm" mih="20rem" px="lg" pb="2.5rem">
      <div>
        {over && (
          <Text size="xs" c="dimmed">
            {over}
          </Text>
        )}
        <Text fz="1.5rem" lh="1.875rem" fw={600} lts="-0.01em">
          {title}
        </Text>
      </div>
      {children}
      {citations && citations.length > 0 && (
        <Box fz="xs" lh="xs" c="dimmed" pt="sm" style={{ borderTop: '1px solid var(--awa-hairline)' }}>
          <Text size="xs" fw={600}>
            Sources
          </Text>
          {citations.map((citation) => (
            <p key={citation}>
              <LinkedText text={citation} drawn />
            </p>
          ))}
        </Box>
      )}
    </Stack>
  </Box>
);

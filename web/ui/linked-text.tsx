import { Anchor } from '@mantine/core';
import { Children } from 'react';
import { addressPieces, linkedParts } from '#web/lib/linked.ts';

const broken = (address: string) =>
  Children.toArray(
    addressPieces(address).map((piece) => (
      <>
        {piece}
        <wbr />
      </>
    )),
  );

type LinkedTextProps = {
  text: string;
  /** The addresses are not links, as in a drawing of the app. */
  drawn?: boolean;
};

/** A text with its web addresses as links, which can break after a slash. The links send no referrer. */
export const LinkedText = ({ text, drawn = false }: LinkedTextProps) =>
  Children.toArray(
    linkedParts(text).map((part) => {
      if (!part.isAddress) return part.text;
      if (drawn) return broken(part.text);
      return (
        <Anchor
          href={part.text}
          target="_blank"
          rel="noopener noreferrer"
          inherit
          td="underline"
          // High enough for a finger, without more room between the lines.
          py={{ base: '0.75rem', sm: 0 }}
        >
          {broken(part.text)}
        </Anchor>
      );
    }),
  );

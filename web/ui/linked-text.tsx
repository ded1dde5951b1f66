import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { addressPieces, linkedParts } from '#web/lib/linked.ts';

const broken = (address: string) =>
  addressPieces(address).map((piece, at) => (
    <Fragment key={at}>
      {piece}
      <wbr />
    </Fragment>
  ));

type LinkedTextProps = {
  text: string;
  /** The addresses lead nowhere, as in a drawing of the app. */
  drawn?: boolean;
};

/** A text in which web addresses are links, which break after a slash. The other website does not learn from where. */
export const LinkedText = ({ text, drawn = false }: LinkedTextProps) =>
  linkedParts(text).map((part, at) =>
    !part.isAddress || drawn ? (
      <Fragment key={at}>{part.isAddress ? broken(part.text) : part.text}</Fragment>
    ) : (
      <Anchor key={at} href={part.text} target="_blank" rel="noopener noreferrer" inherit underline="always">
        {broken(part.text)}
      </Anchor>
    ),
  );

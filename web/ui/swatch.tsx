import { Group } from '@mantine/core';

/** A small square of a colour, with its code. */
export const Swatch = ({ colour }: { colour: string }) => (
  <Group component="span" display="inline-flex" gap="xs" wrap="nowrap" data-tabular>
    <ColourSquare colour={colour} />
    {colour || 'None'}
  </Group>
);

/** A square of 20 px, without text. */
const ColourSquare = ({ colour }: { colour: string }) => (
  <span
    style={{
      flex: 'none',
      width: '1.25rem',
      height: '1.25rem',
      border: '1px solid var(--awa-edge)',
      borderRadius: 5,
      background: colour || undefined,
    }}
    data-own-colour
    aria-hidden="true"
  />
);
